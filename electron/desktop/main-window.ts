import { setTimeout as wait } from 'node:timers/promises';
import {
  BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  nativeTheme,
  screen,
} from 'electron';
import {
  CHANGE_CHANNEL,
  type ChangeNotice,
  NAVIGATE_CHANNEL,
  type NavigateNotice,
} from '../../shared/ipc/bridge.ts';
import { APP_PAGE } from './app-protocol.ts';
import { ChangeNoticeBatcher } from './change-notice-batcher.ts';
import { PageRecovery, type PageRecoveryOptions, type ReloadCause } from './page-recovery.ts';
import { MIN_SIZE, type WindowStateStore, windowBounds } from './window-state-store.ts';

/** Calls `listener` when the window's page is gone with what was typed in it: closed, reloaded, or its process ended. */
function onPageEnd(window: BrowserWindow, listener: () => void): void {
  const { webContents: contents } = window;
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listener();
  });
  contents.on('render-process-gone', listener);
  window.once('closed', listener);
}

/**
 * Notices to the page of the app's window. Change notices without a page are dropped, since a page fetches everything when
 * it opens; navigation waits until the page has loaded, also while it is reloaded.
 */
class PageNotices {
  private readonly window: () => BrowserWindow | undefined;
  private readonly changes = new ChangeNoticeBatcher((notice) => {
    const contents = this.window()?.webContents;
    if (contents?.isCrashed() === false) contents.send(CHANGE_CHANNEL, notice);
  });
  private loaded = false;
  private waiting: NavigateNotice[] = [];

  constructor(window: () => BrowserWindow | undefined) {
    this.window = window;
  }

  follow(window: BrowserWindow): void {
    onPageEnd(window, () => {
      this.loaded = false;
    });
    // The page's first script subscribes to notices, so by now it is listening.
    window.webContents.on('did-finish-load', () => {
      this.loaded = true;
      this.deliver();
    });
  }

  change(notice: ChangeNotice): void {
    this.changes.notify(notice);
  }

  /** Sends a notice to the page, or keeps it for the next one. */
  navigate(notice: NavigateNotice): void {
    this.waiting.push(notice);
    this.deliver();
  }

  /** Tells the next page that it replaces one whose process ended; once, however many ended. */
  pageReplaced(): void {
    if (this.waiting.some(({ kind }) => kind === 'page_reloaded')) return;
    this.waiting.push({ kind: 'page_reloaded' });
  }

  private deliver(): void {
    if (!this.loaded) return;
    const notices = this.waiting;
    this.waiting = [];
    for (const notice of notices) this.window()?.webContents.send(NAVIGATE_CHANNEL, notice);
  }
}

/** Shows the usual menu on a right-click, or the menu key, in a text field or on selected text. Electron shows none by itself. */
function showTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = textMenu(params);
    if (template.length === 0) return;
    const { frame, menuSourceType, x, y } = params;
    Menu.buildFromTemplate(template).popup({
      window,
      ...(frame && { frame }),
      // By default, a menu opens at the pointer, which isn't where the keyboard is.
      ...(menuSourceType === 'keyboard' && { x, y }),
    });
  });
}

/** The menu of what was clicked; empty where there is no text to work on. */
function textMenu({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
  return [
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

/** How long a window waits for its page to be painted, ms. */
const LONGEST_WAIT_MS = 2000;

/**
 * Calls `show` once the page of a new window is painted, unless the window is closed first; returns a function that
 * calls it at once if it wasn't yet. `ready-to-show` never comes on some Wayland sessions, because nothing is painted
 * before the window is shown (electron#48859): on Linux a loaded page suffices, and no window waits longer than two seconds.
 */
function showOncePainted(window: BrowserWindow, show: () => void): () => void {
  let shown = false;
  let closed = false;
  const showOnce = (): void => {
    if (shown) return;
    shown = true;
    clearTimeout(timer);
    show();
  };
  const painted = (): void => {
    if (!closed) showOnce();
  };
  const close = (): void => {
    closed = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(painted, LONGEST_WAIT_MS);
  window.once('ready-to-show', painted);
  if (process.platform === 'linux') window.webContents.once('did-finish-load', painted);
  window.once('close', close);
  window.once('closed', close);
  return showOnce;
}

/** Debounce for saving the bounds while the window is moved or resized, ms. */
const SAVE_DEBOUNCE_MS = 500;

/** Saves the window's place and size when they change; returns a function that saves at once. */
function keepWindowState(window: BrowserWindow, memory: WindowStateStore): () => void {
  let saveTimer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(saveTimer);
    if (!window.isDestroyed()) memory.save(stateOf(window));
  };
  const saveSoon = (): void => {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(save, SAVE_DEBOUNCE_MS);
  };
  window.on('move', saveSoon);
  window.on('resize', saveSoon);
  window.once('closed', () => clearTimeout(saveTimer));
  return save;
}

function stateOf(window: BrowserWindow) {
  return {
    place: window.getNormalBounds(),
    maximized: window.isMaximized(),
    fullScreen: window.isFullScreen(),
    zoom: window.webContents.getZoomLevel(),
  };
}

/** Work areas (without taskbars and docks) of all displays, the primary one first. */
function workAreas(): Electron.Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

/** Moves the window, if it is open, back within reach after a display was removed or changed. */
function keepReachable(openWindow: () => BrowserWindow | undefined): void {
  const ensureReachable = (): void => {
    const window = openWindow();
    if (!window || window.isFullScreen() || window.isMaximized()) return;
    const bounds = window.getBounds();
    const reachable = windowBounds(bounds, workAreas());
    if (reachable.x !== bounds.x || reachable.y !== bounds.y) window.setBounds(reachable);
  };
  screen.on('display-removed', ensureReachable);
  screen.on('display-metrics-changed', ensureReachable);
}

export interface MainWindowOptions
  extends Pick<PageRecoveryOptions, 'isQuitting' | 'logFolder' | 'onTrouble'> {
  /** Path of the preload script. */
  readonly preload: string;
  readonly memory: WindowStateStore;
  readonly onFocus: () => void;
  /** The window lost focus or was closed. */
  readonly onBlur: () => void;
  /** Whether closing the window only hides it, because a tray icon can bring it back. It stays open until that is known. */
  readonly hidesOnClose: () => boolean | Promise<boolean>;
  readonly onReload: (cause: ReloadCause) => void;
  /** The page is gone, with what was typed in it. */
  readonly onPageEnd: () => void;
}

/** Time for the first page to fetch and draw its content after loading, before other work starts, ms. */
const FIRST_PAGE_MS = 400;
/** How long a page that does not load may delay other work, ms. */
const PAGE_TIMEOUT_MS = 5000;

/** The app's only window. It can be closed and reopened. A quitting app opens and shows no window. */
export class MainWindow {
  private readonly options: MainWindowOptions;
  private window: BrowserWindow | undefined;
  private recovery: PageRecovery | undefined;
  private showFirst: (() => void) | undefined;
  /** Set while the window has been shown. */
  private saveState: (() => void) | undefined;
  /** Whether closing waits to know if it only hides; whoever asks for the window meanwhile keeps it. */
  private closing = false;
  private readonly notices = new PageNotices(() => this.window);
  private readonly firstLoaded = Promise.withResolvers<void>();

  constructor(options: MainWindowOptions) {
    this.options = options;
    keepReachable(() => this.window);
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
    if (this.options.isQuitting()) return;
    this.closing = false;
    if (!this.window) return this.open();
    if (this.window.isMinimized()) this.window.restore();
    this.showFirst?.();
    this.window.show();
    this.window.focus();
  }

  /** Reloads the page, after a question if that would lose what a person typed; opens the window if it is closed. */
  async reload(): Promise<void> {
    if (this.recovery) await this.recovery.reloadForPerson();
    else await this.show();
  }

  /** Resolves when the first page has had time to draw, or has failed to load. */
  async firstPage(): Promise<void> {
    await Promise.race([this.firstLoaded.promise, wait(PAGE_TIMEOUT_MS, undefined, { ref: false })]);
    await wait(FIRST_PAGE_MS, undefined, { ref: false });
  }

  notifyChange(notice: ChangeNotice): void {
    this.notices.change(notice);
  }

  /** Brings the window to the front and sends its page a navigation notice. */
  async navigate(notice: NavigateNotice): Promise<void> {
    const shown = this.show();
    this.notices.navigate(notice);
    await shown;
  }

  /** Sends the page a navigation notice without bringing the window to the front; dropped without a window. */
  send(notice: NavigateNotice): void {
    if (this.window) this.notices.navigate(notice);
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
    const shown = Promise.withResolvers<void>();
    const loaded = Promise.withResolvers<void>();
    // Maximizing shows the window, so it waits as well; and until then, the window isn't as large as it will be.
    this.showFirst = showOncePainted(window, () => {
      if (maximized) window.maximize();
      window.show();
      if (fullScreen) window.setFullScreen(true);
      this.saveState = keepWindowState(window, memory);
      shown.resolve();
    });
    this.listen(window);
    this.notices.follow(window);
    onPageEnd(window, this.options.onPageEnd);
    showTextMenu(window);
    this.recovery = this.recoveryOf(window);
    window.webContents.once('did-finish-load', () => loaded.resolve());
    void loaded.promise.then(this.firstLoaded.resolve);
    // Zooming a hidden page keeps `ready-to-show` from coming (electron#51972).
    void Promise.all([shown.promise, loaded.promise]).then(() => {
      if (!window.isDestroyed()) window.webContents.setZoomLevel(zoom);
    });
    await loadPage(window);
  }

  private recoveryOf(window: BrowserWindow): PageRecovery {
    const { onTrouble, onReload } = this.options;
    return new PageRecovery(window, {
      ...this.options,
      reload: (cause) => {
        onReload(cause);
        if (cause === 'page_gone') this.notices.pageReplaced();
        // A page that ended before its first document has no address to reload.
        if (window.webContents.getURL() === '') loadPage(window).catch(onTrouble);
        else window.webContents.reload();
      },
    });
  }

  private listen(window: BrowserWindow): void {
    const { memory, onFocus, onBlur, hidesOnClose } = this.options;
    const blurred = (): void => {
      this.saveState?.();
      memory.save({ lookedAt: Date.now() });
      onBlur();
    };
    window.on('focus', onFocus);
    window.on('blur', blurred);
    window.on('close', (event) => {
      blurred();
      const hides = hidesOnClose();
      if (hides === false) return;
      event.preventDefault();
      this.closing = true;
      void this.hideOrClose(window, hides);
    });
    window.once('closed', () => {
      this.window = undefined;
      this.recovery = undefined;
      this.showFirst = undefined;
      this.saveState = undefined;
      onBlur();
    });
  }

  private async hideOrClose(window: BrowserWindow, hides: true | Promise<boolean>): Promise<void> {
    const hide = await hides;
    if (!this.closing || window.isDestroyed()) return;
    this.closing = false;
    if (hide) window.hide();
    // Not `close`, which would ask again.
    else window.destroy();
  }
}

/** Loads the app's page. Closing the window meanwhile is not a failure; neither is the end of its process, which has its own remedy. */
async function loadPage(window: BrowserWindow): Promise<void> {
  try {
    await window.loadURL(APP_PAGE);
  } catch (error) {
    if (!window.isDestroyed() && !window.webContents.isCrashed()) throw error;
  }
}

/** Applies a colour scheme to windows and menus; `auto` follows the system. */
export function showTheme(colorScheme: 'auto' | 'light' | 'dark'): void {
  nativeTheme.themeSource = colorScheme === 'auto' ? 'system' : colorScheme;
}
