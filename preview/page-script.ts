import { startBridge } from './page/bridge.ts';
import { openChannel } from './page/channel.ts';
import { makeContextBridge } from './page/context-bridge.ts';
import { makeIpcRenderer } from './page/ipc-renderer.ts';
import { type PageProcess, WINDOW_CLOSED_CODE } from './page/messages.ts';
import { reportPage } from './page/page-reports.ts';
import {
  decodeFields,
  decodeValue,
  encodeBytes,
  encodeNumber,
  encodeValue,
  PreviewValueError,
} from './page/values.ts';
import { PreviewUnsupportedError, strict } from './unsupported.ts';

/** Everything that the browser runs. Node has stripped the types, so their text is plain JavaScript. */
const pageParts = [
  PreviewUnsupportedError,
  strict,
  PreviewValueError,
  encodeValue,
  encodeNumber,
  encodeBytes,
  decodeValue,
  decodeFields,
  openChannel,
  makeIpcRenderer,
  makeContextBridge,
  reportPage,
  startBridge,
];

/**
 * The one script that the preview adds to a page: the bridge, then the preload that was built for Electron's sandbox.
 *
 * It is a classic script at the head's start, so it runs before the page's own module scripts. The preload's text stands
 * in a function of its own, outside the bridge's strict mode and out of reach of the bridge's names.
 */
export function pageScript(preload: string, pageProcess: PageProcess): string {
  const bridge = [
    "'use strict';",
    ...pageParts.map(String),
    `return (preload) => startBridge(${JSON.stringify(pageProcess)}, ${WINDOW_CLOSED_CODE}, preload);`,
  ].join('\n');
  const preloadFunction = `function (require, module, exports, process, global) {\n${preload}\n}`;
  return `(() => {\n${bridge}\n})()(${preloadFunction});\n`;
}
