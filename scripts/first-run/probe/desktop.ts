import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { app, type BrowserWindow, Notification, powerMonitor, screen, Tray } from 'electron';
import { askOnBus, BUS, sessionBusAddress } from '../../../electron/desktop/linux-bus.ts';
import { type Checks, NotAvailableError } from '../checks.ts';

const run = promisify(execFile);
const SCHEME = 'app.callboard';
const ICON = join(import.meta.dirname, '../../../out/main/icons/tray.png');
const NOTIFICATION_MS = 10_000;

/** What the desktop offers around the window. */
export async function checkDesktop(checks: Checks, window: BrowserWindow | undefined): Promise<void> {
  const area = 'Desktop';
  await checks.run(area, 'The screens are known', () =>
    screen
      .getAllDisplays()
      .map(({ size, scaleFactor }) => `${size.width} x ${size.height} at ${scaleFactor}`)
      .join(', '),
  );
  await checks.run(area, 'Pages are drawn', () => {
    if (!window) throw new NotAvailableError('No window opened.');
    const { gpu_compositing: compositing, webgl } = app.getGPUFeatureStatus();
    return `compositing: ${compositing}, WebGL: ${webgl}`;
  });
  await checks.run(area, 'A notification is shown', showNotification);
  await checks.run(area, 'The tray shows an icon', showTray);
  await checks.run(area, `Something handles ${SCHEME}: links`, schemeHandler);
  await checks.run(area, 'Idle time is known', () => `${powerMonitor.getSystemIdleTime()} s`);
}

function showNotification(): Promise<string> {
  if (!Notification.isSupported()) throw new NotAvailableError('Notifications are not supported here.');
  const note = new Notification({
    title: "Callboard's first run",
    body: 'This is a test. You can close it.',
  });
  return new Promise((resolve, reject) => {
    note.once('show', () => resolve('the system says that it was shown'));
    // macOS shows notifications of signed apps alone, and Electron from npm isn't one.
    const Failure = process.platform === 'darwin' ? NotAvailableError : Error;
    note.once('failed', (_event, error) => reject(new Failure(error)));
    setTimeout(() => reject(new Failure('Neither shown nor failed.')), NOTIFICATION_MS).unref();
    note.show();
  });
}

async function showTray(): Promise<string> {
  const tray = new Tray(ICON);
  try {
    tray.setToolTip("Callboard's first run");
    if (process.platform !== 'linux') {
      const { width, height } = tray.getBounds();
      return `an icon of ${width} x ${height}`;
    }
    if (await hasTrayHost()) return 'org.kde.StatusNotifierWatcher is there';
    throw new Error('No tray host: nobody owns org.kde.StatusNotifierWatcher, so the icon is not shown.');
  } finally {
    tray.destroy();
  }
}

async function hasTrayHost(): Promise<boolean> {
  const question = {
    ...BUS,
    member: 'NameHasOwner',

    body: ['org.kde.StatusNotifierWatcher'],
  };
  try {
    return (await askOnBus(sessionBusAddress(), question)) === true;
  } catch (error) {
    throw new NotAvailableError(`The session's bus gave no answer: ${error}`);
  }
}

async function schemeHandler(): Promise<string> {
  if (process.platform !== 'linux') {
    if (app.isDefaultProtocolClient(SCHEME)) return 'this program';
    const { name } = await app.getApplicationInfoForProtocol(`${SCHEME}://`).catch(() => ({ name: '' }));
    if (name !== '') return name;
  } else {
    const handler = (await ask('xdg-mime', ['query', 'default', `x-scheme-handler/${SCHEME}`])).trim();
    if (handler !== '') return handler;
  }
  throw new NotAvailableError('Nothing does: only an installed Callboard registers it.');
}

/** The output of a desktop's program. */
async function ask(program: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(program, [...args], { timeout: 5000 })).stdout;
  } catch (error) {
    throw new NotAvailableError(
      `${program} gave no answer: ${error instanceof Error ? error.message : error}`,
    );
  }
}
