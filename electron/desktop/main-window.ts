import { BrowserWindow, nativeTheme } from 'electron';
import {
  CHANGE_CHANNEL,
  type ChangeNotice,
  NAVIGATE_CHANNEL,
  type NavigateNotice,
} from '../../shared/ipc/bridge.ts';
import { APP_PAGE } from './app-protocol.ts';

/**
 * The one window. It may be closed and opened again; notices of changes to a closed window are dropped, it asks anew.
 * Where to go is kept until a page is there that can go.
 */
export class MainWindow {
  private readonly preload: string;
  private readonly onFocus: () => void;
  private window: BrowserWindow | undefined;
  private loaded = false;
  private waiting: NavigateNotice[] = [];

  constructor(preload: string, onFocus: () => void) {
    this.preload = preload;
    this.onFocus = onFocus;
  }

  /** Opens the window, or brings the open one to the front. */
  async show(): Promise<void> {
    if (!this.window) return this.open();
    if (this.window.isMinimized()) this.window.restore();
    this.window.show();
    this.window.focus();
  }

  notifyChange(notice: ChangeNotice): void {
    this.window?.webContents.send(CHANGE_CHANNEL, notice);
  }

  /** Brings the window to the front and has its page carry the notice out. */
  async navigate(notice: NavigateNotice): Promise<void> {
    this.waiting.push(notice);
    await this.show();
    this.deliver();
  }

  private deliver(): void {
    if (!this.loaded) return;
    const notices = this.waiting;
    this.waiting = [];
    for (const notice of notices) this.window?.webContents.send(NAVIGATE_CHANNEL, notice);
  }

  private async open(): Promise<void> {
    const window = new BrowserWindow({
      width: 1280,
      height: 800,
      minWidth: 720,
      minHeight: 540,
      show: false,
      title: 'Callboard',
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff',
      webPreferences: {
        preload: this.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    this.window = window;
    window.once('ready-to-show', () => window.show());
    window.on('focus', this.onFocus);
    window.once('closed', () => {
      this.window = undefined;
      this.loaded = false;
    });
    // The page listens from its first script on, so it does when it has loaded.
    window.webContents.on('did-finish-load', () => {
      this.loaded = true;
      this.deliver();
    });
    await window.loadURL(APP_PAGE);
  }
}
