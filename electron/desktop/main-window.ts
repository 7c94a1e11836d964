import { setTimeout as wait } from 'node:timers/promises';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import {
  CHANGE_CHANNEL,
  type ChangeNotice,
  NAVIGATE_CHANNEL,
  type NavigateNotice,
} from '../../shared/ipc/bridge.ts';
import { APP_PAGE } from './app-protocol.ts';
import { ChangeNoticeBatcher } from './change-notice-batcher.ts';
import { MIN_SIZE, windowBounds } from './window-bounds.ts';
import type { WindowStateStore } from './window-state-store.ts';

export interface MainWindowOptions {
  /** Path of the preload script. */
  readonly preload: string;
  readonly memory: WindowStateStore;
  readonly onFocus: () => void;
  /** The window lost focus or was closed. */
  readonly onBlur: () => void;
  /** Whether closing the window only hides it, because a tray icon can bring it back. It stays open until that is known. */
  readonly hidesOnClose: () => boolean | Promise<boolean>;
}

/** Time for the first page to fetch and draw its content after loading, before other work starts, ms. */
const FIRST_PAGE_MS = 400;
/** How long a page that does not load may delay other work, ms. */
const PAGE_TIMEOUT_MS = 5000;

/** Debounce for saving the bounds while the window is moved or resized, ms. */
const SAVE_DEBOUNCE_MS = 500;

/**
 * The app's only window. It can be closed and reopened. Change notices to a closed window are dropped, since the page
 * fetches everything when it opens; navigation is queued until the page has loaded.
 */
export class MainWindow {
  private readonly options: MainWindowOptions;
  private window: BrowserWindow | undefined;
  private readonly notices = new ChangeNoticeBatcher((notice) =>
    this.window?.webContents.send(CHANGE_CHANNEL, notice),
  );
  private loaded = false;
  private readonly firstLoaded = Promise.withResolvers<void>();
  private waiting: NavigateNotice[] = [];

  constructor(options: MainWindowOptions) {
    this.options = options;
    screen.on('display-removed', () => this.ensureReachable());
    screen.on('display-metrics-changed', () => this.ensureReachable());
  }

  get isFocused(): boolean {
    return this.window?.isFocused() === true;
  }

  /** Whether the window is neither hidden nor minimized. */
  get isShown(): boolean {
    return this.window?.isVisible() === true && !this.window.isMinimized();
  }

  /** Path of the page shown, such as `/requests`; undefined without a page. */
  get path(): string | undefined {
    const address = this.window && URL.parse(this.window.webContents.getURL());
    return address ? `/${address.hash.replace(/^#?\/?/, '').split('?')[0]}` : undefined;
  }

  /** The native window, if open: for the taskbar's overlay icon. */
  get native(): BrowserWindow | undefined {
    return this.window;
  }

  /** Opens the window, or brings the open one to the front. */
  async show(): Promise<void> {
    if (!this.window) return this.open();
    if (this.window.isMinimized()) this.window.restore();
    this.window.show();
    this.window.focus();
  }

  /** Resolves when the first page has had time to draw, or has failed to load. */
  async firstPage(): Promise<void> {
    await Promise.race([this.firstLoaded.promise, wait(PAGE_TIMEOUT_MS, undefined, { ref: false })]);
    await wait(FIRST_PAGE_MS, undefined, { ref: false });
  }

  notifyChange(notice: ChangeNotice): void {
    this.notices.notify(notice);
  }

  /** Brings the window to the front and sends its page a navigation notice. */
  async navigate(notice: NavigateNotice): Promise<void> {
    this.waiting.push(notice);
    await this.show();
    this.deliver();
  }

  /** Sends the page a navigation notice without bringing the window to the front; dropped without a window. */
  send(notice: NavigateNotice): void {
    if (!this.window) return;
    this.waiting.push(notice);
    this.deliver();
  }

  private deliver(): void {
    if (!this.loaded) return;
    const notices = this.waiting;
    this.waiting = [];
    for (const notice of notices) this.window?.webContents.send(NAVIGATE_CHANNEL, notice);
  }

  private async open(): Promise<void> {
    const { preload, memory } = this.options;
    const { place, maximized, fullScreen, zoom } = memory.get();
    const { x, y, width, height } = windowBounds(place, workAreas());
    const window = new BrowserWindow({
      x,
      y,
      width,
      height,
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      show: false,
      title: 'Callboard',
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff',
      webPreferences: {
        preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    this.window = window;
    if (maximized) window.maximize();
    if (fullScreen) window.setFullScreen(true);
    window.once('ready-to-show', () => window.show());
    this.listen(window);
    // The page's first script subscribes to notices, so by now it is listening.
    window.webContents.on('did-finish-load', () => {
      window.webContents.setZoomLevel(zoom);
      this.loaded = true;
      this.firstLoaded.resolve();
      this.deliver();
    });
    try {
      await window.loadURL(APP_PAGE);
    } catch (error) {
      // Closing the window while its page loads is not a failure.
      if (!window.isDestroyed()) throw error;
    }
  }

  private listen(window: BrowserWindow): void {
    const { memory, onFocus, onBlur, hidesOnClose } = this.options;
    let saveTimer: NodeJS.Timeout | undefined;
    const save = (): void => {
      clearTimeout(saveTimer);
      if (!window.isDestroyed()) memory.save(stateOf(window));
    };
    const blurred = (): void => {
      save();
      memory.save({ lookedAt: Date.now() });
      onBlur();
    };
    const saveSoon = (): void => {
      clearTimeout(saveTimer);
      saveTimer = setTimeout(save, SAVE_DEBOUNCE_MS);
    };
    window.on('move', saveSoon);
    window.on('resize', saveSoon);
    window.on('focus', onFocus);
    window.on('blur', blurred);
    window.on('close', (event) => {
      blurred();
      const hides = hidesOnClose();
      if (hides === false) return;
      event.preventDefault();
      void hideOrClose(window, hides);
    });
    window.once('closed', () => {
      clearTimeout(saveTimer);
      this.window = undefined;
      this.loaded = false;
      onBlur();
    });
  }

  /** Moves the window back within reach after a display was removed or changed. */
  private ensureReachable(): void {
    const { window } = this;
    if (!window || window.isFullScreen() || window.isMaximized()) return;
    const bounds = window.getBounds();
    const reachable = windowBounds(bounds, workAreas());
    if (reachable.x !== bounds.x || reachable.y !== bounds.y) window.setBounds(reachable);
  }
}

async function hideOrClose(window: BrowserWindow, hides: true | Promise<boolean>): Promise<void> {
  const hide = await hides;
  if (window.isDestroyed()) return;
  if (hide) window.hide();
  // Not `close`, which would ask again.
  else window.destroy();
}

/** Work areas (without taskbars and docks) of all displays, the primary one first. */
function workAreas(): Electron.Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

function stateOf(window: BrowserWindow) {
  return {
    place: window.getNormalBounds(),
    maximized: window.isMaximized(),
    fullScreen: window.isFullScreen(),
    zoom: window.webContents.getZoomLevel(),
  };
}
