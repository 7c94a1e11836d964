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
import { startAtLogin } from './login/start-at-login.ts';
import type { MainWindow } from './main-window.ts';
import { NotificationDisplay } from './notification-display.ts';
import { TrayIcon } from './tray.ts';
import type { DesktopCounts } from './tray-menu.ts';
import type { WindowMemory } from './window-memory.ts';

export interface DesktopSurfacesOptions {
  readonly window: MainWindow;
  readonly memory: WindowMemory;
  readonly workspaces: WorkspaceRegistry;
  readonly notices: Stores['notices'];
  readonly settings: () => Settings;
  readonly setPaused: (paused: boolean) => void;
  /** Shows in the menu whether sending is paused. */
  readonly showPaused: (paused: boolean) => void;
  /** Started at login, without a window. */
  readonly startedHidden: boolean;
  readonly onTrouble: (error: unknown) => void;
}

/** A queue that sends hundreds a minute says so as often; the numbers follow at most this often, ms. */
const FOLLOW_EVERY_MS = 500;

/** What the desktop shows of the app outside its window: icon, badge, notifications, and the menu's mark of a pause. */
export class DesktopSurfaces {
  private readonly options: DesktopSurfacesOptions;
  private readonly tray: TrayIcon;
  private readonly notifier: Notifier;
  private locked = false;
  private following: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(options: DesktopSurfacesOptions) {
    const { window, workspaces, notices, settings, setPaused, onTrouble } = options;
    this.options = options;
    const carryOut = (work: Promise<void>): void => void work.catch(onTrouble);
    const go = (path: string): void => carryOut(window.navigate({ kind: 'page', path }));
    this.tray = new TrayIcon(
      { open: () => carryOut(window.show()), openPage: go, setPaused, quit: () => app.quit() },
      onTrouble,
    );
    const display = new NotificationDisplay((message) => carryOut(this.open(message)), onTrouble);
    this.notifier = new Notifier({
      store: notices,
      settings,
      show: (message) => display.show(message),
      isLookedAt: (about) => isInView(about, this.view()),
      isSignedIn: (workspaceId) => workspaces.get(workspaceId)?.session.tokens.signedIn !== false,
      workspaceCount: () => workspaces.count,
      isLocked: () => this.locked,
      onTrouble,
    });
    powerMonitor.on('lock-screen', () => {
      this.locked = true;
    });
    powerMonitor.on('unlock-screen', () => {
      this.locked = false;
    });
    powerMonitor.on('resume', () => void this.notifier.recalculate());
  }

  /** Takes up what was not told yet, and shows the numbers. */
  async start(): Promise<void> {
    await this.notifier.start();
    await this.update();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.following);
    await this.notifier.stop();
    this.tray.show(undefined);
  }

  happened(events: readonly NotifiableEvent[]): void {
    void this.notifier.happened(events);
    this.refresh();
  }

  /** Something that is shown may have changed. */
  refresh(): void {
    if (this.stopped || this.following) return;
    this.following = setTimeout(() => {
      this.following = undefined;
      this.update().catch(this.options.onTrouble);
    }, FOLLOW_EVERY_MS);
  }

  /** A setting has changed: it holds at once. */
  settingsChanged(): void {
    void this.notifier.recalculate();
    this.refresh();
  }

  /** Whether closing the window may only hide it: asked for, and something is there that brings it back. */
  get hidesWindow(): boolean {
    return this.options.settings().closeToTray && process.platform !== 'darwin' && this.tray.exists;
  }

  async state(): Promise<DesktopState> {
    return {
      system: SYSTEMS[process.platform] ?? 'linux',
      notifications: Notification.isSupported(),
      startAtLogin: await startAtLogin(),
    };
  }

  private async update(): Promise<void> {
    if (this.stopped) return;
    const { window, settings, notices, memory, showPaused } = this.options;
    const { waiting, needsDecision, heldForPerson } = await notices.attention();
    const completed = window.isFocused ? 0 : await notices.completedSince(memory.get().lookedAt);
    const numbers: DesktopCounts = {
      waiting,
      needsDecision: needsDecision + heldForPerson,
      completed,
      paused: settings().queuePaused,
    };
    showPaused(numbers.paused);
    this.tray.show(this.wantsTray() ? numbers : undefined);
    showBadge(numbers.needsDecision, window.native);
  }

  /** Asked for, or the only way back to a window that is not there. */
  private wantsTray(): boolean {
    const { settings, startedHidden, window } = this.options;
    if (settings().trayIcon) return true;
    if (process.platform === 'darwin') return false;
    return settings().closeToTray || (startedHidden && window.native === undefined);
  }

  /** What the person has before them, in a window that has the focus. */
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
