import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sandboxIsOff, sandboxPages } from '../../../electron/desktop/guards.ts';
import { logStart } from '../../../electron/desktop/log.ts';
import { openLog } from '../../../electron/desktop/open-log.ts';
import { app } from '../../../preview/electron/app.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

beforeAll(() => void beginElectron());

const enabled = vi.spyOn(app, 'enableSandbox');

afterEach(() => app.commandLine.removeSwitch('no-sandbox'));

/** The events of a log after a start. */
async function eventsOfStart(): Promise<readonly (string | undefined)[]> {
  const log = openLog({ userData: temporaryFolder(), builtFolder: import.meta.dirname, terminal: false });
  await logStart(log, async () => 0);
  await log.flush();
  return (await log.lines(10)).map((line) => line.split(/ +/)[2]);
}

test('pages are sandboxed, and the log has nothing to say about it', async () => {
  sandboxPages();
  expect(enabled).toHaveBeenCalledOnce();
  expect(await eventsOfStart()).toEqual(['app_started']);
});

test('--no-sandbox is kept, on which systems without user namespaces rely, and the log says so', async () => {
  app.commandLine.appendSwitch('no-sandbox');
  sandboxPages();
  expect(enabled).not.toHaveBeenCalled();
  expect(sandboxIsOff()).toBe(true);
  expect(await eventsOfStart()).toEqual(['app_started', 'sandbox_off']);
});

test('asking Electron for the sandbox would delete the switch', () => {
  app.commandLine.appendSwitch('no-sandbox');
  app.enableSandbox();
  expect(sandboxIsOff()).toBe(false);
});
