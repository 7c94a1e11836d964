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
import { SMALLEST, windowBounds } from './window-bounds.ts';
import type { WindowMemory } from './window-memory.ts';

export interface MainWindowOptions {
  /** Path of the preload script. */
  readonly preload: string;
  readonly memory: WindowMemory;
  readonly onFocus: () => void;
  /** The window has the focus no more, or is gone. */
  readonly onBlur: () => void;
  /** Whether closing it only hides it, because something else brings it back. */
  readonly hidesOnClose: () => boolean;
}

/** After its page has loaded, the page asks for what it shows and draws it; so long that is let alone, ms. */
const FIRST_PAGE_MS = 400;
/** A page that does not load holds nothing else up for longer, ms. */
const PAGE_PATIENCE_MS = 5000;

/** Moving and sizing come in many small steps: remembered when they have come to rest, ms. */
const REST_MS = 500;

/**
 * The one window. It may be closed and opened again; notices of changes to a closed window are dropped, it asks anew.
 * Where to go is kept until a page is there that can go.
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
    screen.on('display-removed', () => this.comeWithinReach());
    screen.on('display-metrics-changed', () => this.comeWithinReach());
  }

  /** Whether a person has it before them and works in it. */
  get isFocused(): boolean {
    return this.window?.isFocused() === true;
  }

  /** Whether a person may have it before them: neither hidden nor minimized. */
  get isShown(): boolean {
    return this.window?.isVisible() === true && !this.window.isMinimized();
  }

  /** The path of the page that the window shows, such as `/requests`; undefined without a page. */
  get path(): string | undefined {
    const address = this.window && URL.parse(this.window.webContents.getURL());
    return address ? `/${address.hash.replace(/^#?\/?/, '').split('?')[0]}` : undefined;
  }

  /** The window itself, where there is one: for what the system draws on it. */
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

  /** Resolves when the first page has had its time to fill, or will not come. */
  async firstPage(): Promise<void> {
    await Promise.race([this.firstLoaded.promise, wait(PAGE_PATIENCE_MS, undefined, { ref: false })]);
    await wait(FIRST_PAGE_MS, undefined, { ref: false });
  }

  notifyChange(notice: ChangeNotice): void {
    this.notices.tell(notice);
  }

  /** Brings the window to the front and has its page carry the notice out. */
  async navigate(notice: NavigateNotice): Promise<void> {
    this.waiting.push(notice);
    await this.show();
    this.deliver();
  }

  /** Tells the page something to be carried out, without bringing the window to the front; dropped without a window. */
  tell(notice: NavigateNotice): void {
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
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
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
    this.remember(window);
    // The page listens from its first script on, so it does when it has loaded.
    window.webContents.on('did-finish-load', () => {
      window.webContents.setZoomLevel(zoom);
      this.loaded = true;
      this.firstLoaded.resolve();
      this.deliver();
    });
    try {
      await window.loadURL(APP_PAGE);
    } catch (error) {
      // Closed before its page had come: that is no failure.
      if (!window.isDestroyed()) throw error;
    }
  }

  private remember(window: BrowserWindow): void {
    const { memory, onFocus, onBlur, hidesOnClose } = this.options;
    let resting: NodeJS.Timeout | undefined;
    const keep = (): void => {
      clearTimeout(resting);
      if (!window.isDestroyed()) memory.keep(stateOf(window));
    };
    const lookedAway = (): void => {
      keep();
      memory.keep({ lookedAt: Date.now() });
      onBlur();
    };
    const keepWhenAtRest = (): void => {
      clearTimeout(resting);
      resting = setTimeout(keep, REST_MS);
    };
    window.on('move', keepWhenAtRest);
    window.on('resize', keepWhenAtRest);
    window.on('focus', onFocus);
    window.on('blur', lookedAway);
    window.on('close', (event) => {
      lookedAway();
      if (!hidesOnClose()) return;
      event.preventDefault();
      window.hide();
    });
    window.once('closed', () => {
      clearTimeout(resting);
      this.window = undefined;
      this.loaded = false;
      onBlur();
    });
  }

  /** A screen is gone or has changed: a window that cannot be taken hold of any more moves to one that is there. */
  private comeWithinReach(): void {
    const { window } = this;
    if (!window || window.isFullScreen() || window.isMaximized()) return;
    const place = window.getBounds();
    const reachable = windowBounds(place, workAreas());
    if (reachable.x !== place.x || reachable.y !== place.y) window.setBounds(reachable);
  }
}

/** What taskbars and docks leave of each screen, the main one first. */
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
