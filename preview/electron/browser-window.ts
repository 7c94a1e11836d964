import { currentRun } from '../current-run.ts';
import { PreviewUnsupportedError, strictClass } from '../unsupported.ts';
import { announceWindow } from './announce-window.ts';
import { appEvents, appLife } from './app-life.ts';
import { throwOnceDestroyed } from './destroyed.ts';
import { originOf } from './main-frame.ts';
import { previewEvent } from './preview-event.ts';
import { answerOf } from './protocol.ts';
import { requireReady } from './require-ready.ts';
import { createWebContents, type WebContents } from './web-contents.ts';
import { WindowFrame } from './window-frame.ts';
import { WindowPages } from './window-pages.ts';
import { addWindow, openWindows, removeWindow } from './window-registry.ts';

let lastId = 0;

/** An address in the person's browser. Closing a tab there closes no window: only the app does. */
class PreviewWindow extends WindowFrame {
  readonly id = ++lastId;
  readonly webContents: WebContents;
  private readonly pages: WindowPages;
  private destroyed = false;
  private loaded = false;
  private stopServing: (() => void) | undefined;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super(options, currentRun().app.name);
    requireReady('Cannot create BrowserWindow before app is ready');
    requireSandbox(options.webPreferences);
    this.pages = new WindowPages(options.webPreferences ?? {}, (focused) => {
      if (!this.destroyed) this.focusChanged(focused);
    });
    this.webContents = createWebContents(this.id, this.pages);
    this.pages.belongTo(this.webContents);
  }

  static getAllWindows(): BrowserWindow[] {
    return openWindows();
  }

  static getFocusedWindow(): BrowserWindow | null {
    return openWindows().find((window) => window.isFocused()) ?? null;
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return openWindows().find((window) => window.webContents === contents) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return openWindows().find((window) => window.id === id) ?? null;
  }

  /**
   * Serves the window's page, and resolves once the app's handler has answered for it: the preview cannot wait for a
   * browser, which may never come. `did-finish-load` is the page's own, and comes with every page that is opened.
   */
  async loadURL(url: string): Promise<void> {
    const frame = this.webContents.mainFrame;
    const answer = await answerOf(url);
    await answer.body?.cancel();
    const { pages } = currentRun();
    await pages.listen();
    if (this.destroyed) return;
    frame.url = url;
    const prefix = this.id === 1 ? '' : `window-${this.id}/`;
    const appRoot = `${originOf(url)}/`;
    this.stopServing ??= pages.serve(prefix, this.pages);
    this.pages.setRoots(pages.rootOf(prefix), appRoot);
    const address = pages.rootOf(prefix) + url.slice(appRoot.length);
    this.pages.post({ kind: 'go', href: address });
    if (this.loaded) return;
    this.loaded = true;
    this.emit('ready-to-show');
    if (this.isVisible()) announceWindow(address);
    else this.once('show', () => announceWindow(address));
  }

  /** Closes the window unless a listener of `close` prevents it. */
  close(): void {
    const event = previewEvent({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    const { stopServing, pages } = this;
    this.destroyed = true;
    stopServing?.();
    pages.close();
    this.webContents.emit('destroyed');
    removeWindow(this.id);
    this.emit('closed');
    appLife.windowClosed();
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }
}

/** Electron's `BrowserWindow`. */
export const BrowserWindow = strictClass('BrowserWindow', PreviewWindow, {
  guard: throwOnceDestroyed,
  born(window) {
    addWindow(window);
    appEvents.emit('web-contents-created', previewEvent({}), window.webContents);
    appEvents.emit('browser-window-created', previewEvent({}), window);
  },
});
export type BrowserWindow = PreviewWindow;

/** A browser page can only be what a sandboxed, isolated Electron page is. */
function requireSandbox(preferences: Electron.WebPreferences = {}): void {
  const { contextIsolation = true, sandbox = true, nodeIntegration = false } = preferences;
  if (!contextIsolation || !sandbox || nodeIntegration) {
    throw new PreviewUnsupportedError(
      'BrowserWindow without contextIsolation and sandbox, or with nodeIntegration',
    );
  }
}
