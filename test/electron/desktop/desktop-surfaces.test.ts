import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { registerAppScheme } from '../../../electron/desktop/app-protocol.ts';
import { DesktopSurfaces } from '../../../electron/desktop/desktop-surfaces.ts';
import { MainWindow } from '../../../electron/desktop/main-window.ts';
import { WindowStateStore } from '../../../electron/desktop/window-state-store.ts';
import { appEvents } from '../../../preview/electron/app-life.ts';
import { desktopSurfaces } from '../../../preview/electron/desktop-surfaces.ts';
import { settings as settingsSchema } from '../../../shared/settings.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { hasBus, TestBus } from '../../test-bus.ts';
import { openWorkspaces } from '../workspaces/workspaces-under-test.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

const NEEDS_BUS = { meta: { needs: 'Linux and the program dbus-daemon' } };

beforeAll(async () => {
  const electron = await beginElectron();
  registerAppScheme();
  // Without a listener, closing the last window quits.
  appEvents.on('window-all-closed', () => undefined);
  electron.becomeReady();
});

/** The app on a Linux desktop with a bus, closed to the tray. */
async function onDesktop({
  startedHidden = false,
  panelPatienceMs = 20_000,
  beforeCounts = async () => {},
} = {}) {
  const bus = await TestBus.start(temporaryFolder());
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.address);
  const { workspaces, storage } = await openWorkspaces();
  const memory = new WindowStateStore(temporaryFolder(), () => undefined);
  const troubles: unknown[] = [];
  let asked = 0;
  const onTrouble = (trouble: unknown): void => void troubles.push(trouble);
  const window = new MainWindow({
    preload: 'preload.cjs',
    memory,
    onFocus: () => undefined,
    onBlur: () => undefined,
    hidesOnClose: () => surfaces.hidesWindow(),
    isQuitting: () => false,
    logFolder: temporaryFolder(),
    onReload: () => undefined,
    onPageEnd: () => undefined,
    onTrouble,
  });
  const surfaces: DesktopSurfaces = new DesktopSurfaces({
    window,
    memory,
    workspaces: workspaces.open,
    notices: new Proxy(storage.stores.notices, {
      get: (notices, name) => {
        if (name === 'completedSince') asked += 1;
        if (name !== 'attention') return Reflect.get(notices, name);
        return async () => {
          const found = await notices.attention();
          await beforeCounts();
          return found;
        };
      },
    }),
    settings: () => settingsSchema.parse({ closeToTray: true }),
    setPaused: () => undefined,
    showPaused: () => undefined,
    startedHidden,
    panelPatienceMs,
    onTrouble,
  });
  onTestFinished(async () => {
    window.native?.destroy();
    await surfaces.stop();
    await bus.stop();
    vi.unstubAllEnvs();
  });
  // No page server runs here.
  appEvents.once('browser-window-created', (_event, opened) => {
    vi.spyOn(opened, 'loadURL').mockResolvedValue(undefined);
  });
  return { bus, window, surfaces, troubles, asked: () => asked };
}

test.runIf(hasBus)(
  'closing the window hides it while a panel shows the icon, made anew for it, and closes it once there is none',
  NEEDS_BUS,
  async () => {
    const { bus, window, surfaces, troubles } = await onDesktop();
    await surfaces.start();
    await window.show();
    window.native?.show();
    const [before] = desktopSurfaces.trays;
    const panel = await bus.showTray();
    expect((await surfaces.state()).trayHost).toBe(true);
    window.native?.close();
    await vi.waitUntil(() => window.native?.isVisible() === false);
    const [after, ...others] = desktopSurfaces.trays;
    expect(others).toEqual([]);
    expect(after).not.toBe(before);

    await window.show();
    expect(window.native?.isVisible()).toBe(true);
    await panel.end();
    expect((await surfaces.state()).trayHost).toBe(false);
    window.native?.close();
    await vi.waitUntil(() => window.native === undefined);
    expect(troubles).toEqual([]);
  },
);

test.runIf(hasBus)(
  'started hidden where no panel shows icons, the app shows its window',
  NEEDS_BUS,
  async () => {
    const { window, surfaces } = await onDesktop({ startedHidden: true, panelPatienceMs: 0 });
    await surfaces.start();
    await vi.waitUntil(() => window.native !== undefined);
  },
);

test.runIf(hasBus)('started hidden with a panel, the app stays without a window', NEEDS_BUS, async () => {
  const { bus, window, surfaces } = await onDesktop({ startedHidden: true });
  await surfaces.start();
  const [before] = desktopSurfaces.trays;
  await bus.showTray();
  await vi.waitUntil(
    () => desktopSurfaces.trays.size === 1 && [...desktopSurfaces.trays][0] !== before,
    5000,
  );
  expect(window.native).toBeUndefined();
});

test.runIf(hasBus)(
  'counts that are still being read when the app stops ask the closed storage for nothing more',
  NEEDS_BUS,
  async () => {
    const { promise: reading, resolve: isReading } = Promise.withResolvers<void>();
    const { promise: stopped, resolve: hasStopped } = Promise.withResolvers<void>();
    const { surfaces, asked, troubles } = await onDesktop({
      beforeCounts: () => {
        isReading();
        return stopped;
      },
    });
    const started = surfaces.start();
    await reading;
    await surfaces.stop();
    hasStopped();
    await started;
    expect(asked()).toBe(0);
    expect([...desktopSurfaces.trays]).toEqual([]);
    expect(troubles).toEqual([]);
  },
);
