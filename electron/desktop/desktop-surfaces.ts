import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  app,
  type BrowserWindow,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  Tray,
} from 'electron';
import type { DesktopState } from '../../shared/desktop.ts';
import type { NotifiableEvent } from '../../shared/notifications.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Message } from '../notifications/compose.ts';
import { isInView, type View } from '../notifications/in-view.ts';
import { Notifier } from '../notifications/notifier.ts';
import { targetNotice } from '../notifications/target-notice.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { WorkspaceRegistry } from '../workspaces/workspace-registry.ts';
import { BADGE_PIXELS, badgePicture } from './badge-picture.ts';
import { hasTrayHost, isScreenLocked, trayHostWithin } from './linux-bus.ts';
import type { MainWindow } from './main-window.ts';
import { startAtLogin } from './start-at-login.ts';
import { type DesktopCounts, type TrayActions, trayIconName, trayMenu, trayTooltip } from './tray-menu.ts';
import type { WindowStateStore } from './window-state-store.ts';

/** The icon in the system tray or menu bar. On desktops without a tray, the app simply has no icon. */
class TrayIcon {
  private readonly actions: TrayActions;
  private readonly onTrouble: (error: unknown) => void;
  private tray: Tray | undefined;
  private shown: DesktopCounts | undefined;
  /** This desktop has no tray; don't try again. */
  private refused = false;

  constructor(actions: TrayActions, onTrouble: (error: unknown) => void) {
    this.actions = actions;
    this.onTrouble = onTrouble;
    // The taskbar's colour follows the theme.
    nativeTheme.on('updated', () => {
      const { shown } = this;
      this.shown = undefined;
      if (shown) this.show(shown);
    });
  }

  get exists(): boolean {
    return this.tray !== undefined;
  }

  /** Shows the icon with these counts; undefined removes it. */
  show(counts: DesktopCounts | undefined): void {
    if (this.refused) return;
    try {
      if (counts) this.update(counts);
      else this.remove();
    } catch (error) {
      this.refused = true;
      this.onTrouble(error);
      this.tray = undefined;
    }
  }

  /** Makes the icon anew: Electron gives up on one that no panel showed when it was made. */
  renew(): void {
    const { shown } = this;
    if (!shown) return;
    this.show(undefined);
    this.show(shown);
  }

  private update(counts: DesktopCounts): void {
    if (this.tray && isDeepStrictEqual(counts, this.shown)) return;
    const image = trayImage(trayIconName(counts));
    if (this.tray) this.tray.setImage(image);
    else {
      this.tray = new Tray(image);
      // macOS and most Linux desktops open the menu on click.
      this.tray.on('click', () => process.platform === 'win32' && this.actions.open());
    }
    this.tray.setToolTip(trayTooltip(counts));
    this.tray.setContextMenu(Menu.buildFromTemplate(trayMenu(counts, this.actions)));
    this.shown = counts;
  }

  private remove(): void {
    this.tray?.destroy();
    this.tray = undefined;
    this.shown = undefined;
  }
}

/** macOS draws template images in the menu bar's colour. */
function trayImage(name: string): Electron.NativeImage {
  const suffix = process.platform === 'darwin' ? 'Template' : needsLightInk() ? '-light' : '-dark';
  return nativeImage.createFromPath(join(import.meta.dirname, 'icons', `${name}${suffix}.png`));
}

/** Depends on the panel, not on windows: Linux panels are dark, except on desktops whose panel follows the theme. */
function needsLightInk(): boolean {
  if (process.platform === 'win32') return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  const panelFollowsTheme = /kde|xfce|mate/i.test(process.env['XDG_CURRENT_DESKTOP'] ?? '');
  return !panelFollowsTheme || nativeTheme.shouldUseDarkColors;
}

/**
 * How many notifications keep a reference. They can't be dropped on `close`: on Windows that event means the notification
 * moved to the notification centre, where people can click it for days.
 */
const MAX_RETAINED = 50;

/**
 * Shows native notifications. Retains them, because a garbage-collected notification loses its click handler. Refusals
 * (an unsigned app on macOS, notifications turned off) are only reported.
 */
class NotificationDisplay {
  private readonly retained = new Set<Notification>();
  private readonly onClick: (message: Message) => void;
  private readonly onTrouble: (error: unknown) => void;

  constructor(onClick: (message: Message) => void, onTrouble: (error: unknown) => void) {
    this.onClick = onClick;
    this.onTrouble = onTrouble;
  }

  show(message: Message): void {
    if (!Notification.isSupported()) return;
    const { title, body } = message;
    const notification = new Notification({ title, body });
    notification.on('click', () => {
      this.forget(notification);
      this.onClick(message);
    });
    notification.on('failed', (_event, reason) => {
      this.forget(notification);
      this.onTrouble(new Error(`The system did not show a notification: ${reason}`));
    });
    this.retain(notification);
    notification.show();
  }

  private retain(notification: Notification): void {
    this.retained.add(notification);
    const [oldest] = this.retained;
    if (this.retained.size > MAX_RETAINED && oldest) this.retained.delete(oldest);
  }

  private forget(notification: Notification): void {
    this.retained.delete(notification);
  }
}

/**
 * Shows a number on the app's icon in the dock, launcher or taskbar; 0 removes it. Windows has no native badge, so the
 * window's taskbar button gets an overlay icon.
 */
function showBadge(count: number, window: BrowserWindow | undefined): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  const description = count === 1 ? '1 needs your decision' : `${count} need your decision`;
  const size = { width: BADGE_PIXELS, height: BADGE_PIXELS, scaleFactor: 2 };
  const picture = count === 0 ? null : nativeImage.createFromBitmap(Buffer.from(badgePicture(count)), size);
  window?.setOverlayIcon(picture, count === 0 ? '' : description);
}

/** Knows whether other people may be reading the screen. */
class ScreenLock {
  private readonly platform: NodeJS.Platform;
  private locked = false;

  constructor(platform: NodeJS.Platform = process.platform) {
    this.platform = platform;
    // Linux has no such events: there, each question goes to logind.
    if (platform === 'linux') return;
    powerMonitor.on('lock-screen', () => {
      this.locked = true;
    });
    powerMonitor.on('unlock-screen', () => {
      this.locked = false;
    });
  }

  /** Undefined if nobody can know. */
  async isLocked(): Promise<boolean | undefined> {
    return this.platform === 'linux' ? isScreenLocked() : this.locked;
  }
}

interface DesktopSurfacesOptions {
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
      country: app.getLocaleCountryCode() || null,
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
