import { app, Notification, powerMonitor } from 'electron';
import type { DesktopState } from '../../shared/desktop.ts';
import type { NotifiableEvent } from '../../shared/notifications.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Message } from '../notifications/compose.ts';
import { isInView, type View } from '../notifications/in-view.ts';
import { Notifier } from '../notifications/notifier.ts';
import { targetNotice } from '../notifications/target-notice.ts';
import type { Stores } from '../storage/storage.ts';
import type { WorkspaceRegistry } from '../workspaces/workspace-registry.ts';
import { showBadge } from './badge.ts';
import { hasTrayHost, trayHostWithin } from './dbus/tray-host.ts';
import { startAtLogin } from './login/start-at-login.ts';
import type { MainWindow } from './main-window.ts';
import { NotificationDisplay } from './notification-display.ts';
import { ScreenLock } from './screen-lock.ts';
import { TrayIcon } from './tray.ts';
import type { DesktopCounts } from './tray-menu.ts';
import type { WindowStateStore } from './window-state-store.ts';

export interface DesktopSurfacesOptions {
  readonly window: MainWindow;
  readonly memory: WindowStateStore;
  readonly workspaces: WorkspaceRegistry;
  readonly notices: Stores['notices'];
  readonly settings: () => Settings;
  readonly setPaused: (paused: boolean) => void;
  /** Updates the menu's "Pause sending" check mark. */
  readonly showPaused: (paused: boolean) => void;
  /** Callboard was started at login, without a window. */
  readonly startedHidden: boolean;
  readonly onTrouble: (error: unknown) => void;
  /** How long a panel may start after Callboard at login, ms. */
  readonly panelPatienceMs?: number;
}

/** Throttle interval for updates of the counts, ms. */
const UPDATE_INTERVAL_MS = 500;

const PANEL_PATIENCE_MS = 30_000;

/** The app's presence outside its window: tray icon, badge, notifications and the menu's "Pause sending" check mark. */
export class DesktopSurfaces {
  private readonly options: DesktopSurfacesOptions;
  private readonly tray: TrayIcon;
  private readonly notifier: Notifier;
  private readonly lock = new ScreenLock();
  private updateTimer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(options: DesktopSurfacesOptions) {
    const { window, workspaces, notices, settings, setPaused, onTrouble } = options;
    this.options = options;
    const run = (work: Promise<void>): void => void work.catch(onTrouble);
    const openPage = (path: string): void => run(window.navigate({ kind: 'page', path }));
    this.tray = new TrayIcon(
      { open: () => run(window.show()), openPage, setPaused, quit: () => app.quit() },
      onTrouble,
    );
    const display = new NotificationDisplay((message) => run(this.open(message)), onTrouble);
    this.notifier = new Notifier({
      store: notices,
      settings,
      show: (message) => display.show(message),
      isInView: (about) => isInView(about, this.view()),
      isSignedIn: (workspaceId) => workspaces.get(workspaceId)?.session.tokens.signedIn !== false,
      workspaceCount: () => workspaces.count,
      isLocked: () => this.lock.isLocked(),
      onTrouble,
    });
    powerMonitor.on('resume', () => void this.notifier.recalculate());
  }

  async start(): Promise<void> {
    await this.notifier.start();
    await this.update();
    if (this.options.startedHidden) this.stayReachable().catch(this.options.onTrouble);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.updateTimer);
    await this.notifier.stop();
    this.tray.show(undefined);
  }

  happened(events: readonly NotifiableEvent[]): void {
    void this.notifier.happened(events);
    this.refresh();
  }

  /** Schedules an update of the counts. */
  refresh(): void {
    if (this.stopped || this.updateTimer) return;
    this.updateTimer = setTimeout(() => {
      this.updateTimer = undefined;
      this.update().catch(this.options.onTrouble);
    }, UPDATE_INTERVAL_MS);
  }

  /** Applies changed settings. */
  settingsChanged(): void {
    void this.notifier.recalculate();
    this.refresh();
  }

  /** Whether closing the window should only hide it: the setting is on, and a tray icon can bring the window back. */
  hidesWindow(): boolean | Promise<boolean> {
    const wanted = this.options.settings().closeToTray && process.platform !== 'darwin' && this.tray.exists;
    return wanted && process.platform === 'linux' ? this.hasShownIcon() : wanted;
  }

  async state(): Promise<DesktopState> {
    return {
      system: SYSTEMS[process.platform] ?? 'linux',
      notifications: Notification.isSupported(),
      tellsLock: (await this.lock.isLocked()) !== undefined,
      trayHost: process.platform !== 'linux' || (await hasTrayHost()),
      startAtLogin: await startAtLogin(),
    };
  }

  /** Started without a window, on a desktop whose panel shows no icon, nothing of the app would be seen. */
  private async stayReachable(): Promise<void> {
    if (process.platform !== 'linux') return;
    const { window, panelPatienceMs = PANEL_PATIENCE_MS } = this.options;
    if (await trayHostWithin(panelPatienceMs)) this.tray.renew();
    else if (!this.stopped && window.native === undefined) await window.show();
  }

  /** Makes sure that the panel of now shows the icon, not one that was there when it was made. */
  private async hasShownIcon(): Promise<boolean> {
    const hasHost = await hasTrayHost();
    if (hasHost) this.tray.renew();
    return hasHost;
  }

  private async update(): Promise<void> {
    if (this.stopped) return;
    const { window, settings, notices, memory, showPaused } = this.options;
    const { waiting, needsPerson } = await notices.attention();
    // The app may have stopped meanwhile, and closed what it would ask.
    if (this.stopped) return;
    const completed = window.isFocused ? 0 : await notices.completedSince(memory.get().lookedAt);
    if (this.stopped) return;
    const counts: DesktopCounts = {
      waiting,
      needsPerson,
      completed,
      paused: settings().queuePaused,
    };
    showPaused(counts.paused);
    this.tray.show(this.wantsTray() ? counts : undefined);
    showBadge(counts.needsPerson, window.native);
  }

  /** The setting is on, or the icon is the only way to reach the window. */
  private wantsTray(): boolean {
    const { settings, startedHidden, window } = this.options;
    if (settings().trayIcon) return true;
    if (process.platform === 'darwin') return false;
    return settings().closeToTray || (startedHidden && window.native === undefined);
  }

  /** The page in the focused window; undefined when the window lacks focus. */
  private view(): View | undefined {
    const { window, workspaces } = this.options;
    const { path, isFocused } = window;
    const { current } = workspaces;
    if (!isFocused || path === undefined || !current) return undefined;
    return { workspaceId: current.workspace.id, path, shows: (id) => current.tracker.isShown(id) };
  }

  private open({ target }: Message): Promise<void> {
    return this.options.window.navigate(targetNotice(target));
  }
}

const SYSTEMS: { readonly [Platform in NodeJS.Platform]?: DesktopState['system'] } = {
  darwin: 'macos',
  win32: 'windows',
};
