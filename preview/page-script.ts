import { startBridge } from './page/bridge.ts';
import { openChannel } from './page/channel.ts';
import { makeContextBridge, makeWorldCrossing } from './page/context-bridge.ts';
import { makeIpcRenderer, makeListeners } from './page/ipc-renderer.ts';
import { type PageProcess, WINDOW_CLOSED_CODE } from './page/messages.ts';
import { reportPage } from './page/page-reports.ts';
import { guardPermissions } from './page/permissions.ts';
import {
  cloneError,
  decodeBytes,
  decodeCollection,
  decodeError,
  decodeValue,
  decodeView,
  encodeBytes,
  encodeNumber,
  encodeObject,
  encodeValue,
  fillWith,
} from './page/values.ts';
import { PreviewUnsupportedError, strict } from './unsupported.ts';

/** Code for the browser. Node strips the types when loading it, so `toString` gives plain JavaScript. */
const pageParts = [
  PreviewUnsupportedError,
  strict,
  cloneError,
  encodeValue,
  encodeObject,
  encodeNumber,
  encodeBytes,
  decodeBytes,
  decodeValue,
  decodeCollection,
  decodeView,
  decodeError,
  fillWith,
  openChannel,
  makeListeners,
  makeIpcRenderer,
  makeWorldCrossing,
  makeContextBridge,
  reportPage,
  guardPermissions,
  startBridge,
];

/**
 * The script that the preview adds to a page: the bridge, then the preload built for Electron's sandbox.
 *
 * It is a classic script at the start of the head, so it runs before the page's module scripts. The preload has its own
 * function, outside the bridge's strict mode and scope.
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
