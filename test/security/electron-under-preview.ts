import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginRun } from '../../preview/current-run.ts';
import { appLife } from '../../preview/electron/app-life.ts';
import { acquireInstance } from '../../preview/instance-lock.ts';
import { PageServer } from '../../preview/page-server.ts';

/**
 * Makes this process one in which `electron` is the preview's stand-in, before `ready`. A test file that imports
 * modules of `electron/` mocks the module with it: `vi.mock('electron', () =>
 * import('../../preview/electron/index.ts'))`.
 */
export async function beginElectron(): Promise<{ readonly userData: string; becomeReady(): void }> {
  const userData = mkdtempSync(join(tmpdir(), 'callboard-security-'));
  const instance = await acquireInstance(userData);
  const folder = join(import.meta.dirname, '..', '..');
  beginRun({
    options: { port: 0, userData, open: false, url: undefined },
    app: {
      folder,
      main: join(folder, 'out/main/main.js'),
      name: 'Callboard',
      version: '0.0.0',
    },
    instance,
    pages: new PageServer(0),
  });
  return { userData, becomeReady: () => appLife.becomeReady() };
}
