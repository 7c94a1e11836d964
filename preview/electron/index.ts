/**
 * The preview's stand-in for the module `electron`, as Electron's main process sees it. What isn't implemented throws a
 * `PreviewUnsupportedError` when used.
 */

import { strict } from '../unsupported.ts';
import * as members from './members.ts';

export * from './members.ts';

/** For `import electron from 'electron'` and `require('electron')`. */
export default strict('<module>', { ...members });
