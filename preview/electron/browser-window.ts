import { currentRun } from '../current-run.ts';
import { isHostile } from '../hostile-modes.ts';
import { PreviewUnsupportedError } from '../unsupported.ts';
import { announceWindow } from './announce-window.ts';
import { appEvents, appLife } from './app-life.ts';
import { throwOnceDestroyed } from './destroyed.ts';
import { LoadError } from './load-error.ts';
import { originOf, setFrameUrl } from './main-frame.ts';
import { previewEvent } from './preview-event.ts';
import { handleProtocolRequest, isHandled } from './protocol.ts';
import { requireReady } from './require-ready.ts';
import { emit, type PartOf, standInClass } from './stand-in.ts';
import { createWebContents } from './web-contents.ts';
import { WindowFrame } from './window-frame.ts';
import { WindowPages } from './window-pages.ts';
import { addWindow, openWindows, removeWindow } from './window-registry.ts';

let lastId = 0;

/** A window shown at an address in the browser. Closing the tab doesn't close the window; only the app can. */
class PreviewWindow extends WindowFrame implements PartOf<Electron.BrowserWindow> {
  readonly id = ++lastId;
  readonly webContents: Electron.WebContents;
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
    this.pages.attach(this.webContents);
  }

  static getAllWindows(): Electron.BrowserWindow[] {
    return openWindows();
  }

  static getFocusedWindow(): Electron.BrowserWindow | null {
    return openWindows().find((window) => window.isFocused()) ?? null;
  }

  static fromWebContents(contents: Electron.WebContents): Electron.BrowserWindow | null {
    return openWindows().find((window) => window.webContents === contents) ?? null;
  }

  static fromId(id: number): Electron.BrowserWindow | null {
    return openWindows().find((window) => window.id === id) ?? null;
  }

  /**
   * Serves the window's page, and resolves once the app's protocol handler has answered: the preview can't wait for a
   * browser, which may never connect. Each browser page that loads emits its own `did-finish-load`. Rejects like
   * Electron if the handler doesn't answer, or the window closes meanwhile.
   */
  async loadURL(url: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const gone = (): void => reject(new LoadError('ERR_FAILED', url));
    this.once('closed', gone);
    this.load(url).then(resolve, reject);
    return promise.finally(() => this.off('closed', gone));
  }

  private async load(url: string): Promise<void> {
    const answer = await handleProtocolRequest(url).catch((error: unknown) => this.failLoad(url, error));
    await answer.body?.cancel();
    const { pages } = currentRun();
    await pages.listen();
    if (this.destroyed) return;
    setFrameUrl(this.webContents.mainFrame, url);
    const prefix = this.id === 1 ? '' : `window-${this.id}/`;
    const appRoot = `${originOf(url)}/`;
    this.stopServing ??= pages.serve(prefix, this.pages);
    this.pages.setRoots(pages.rootOf(prefix), appRoot);
    const address = pages.rootOf(prefix) + url.slice(appRoot.length);
    this.pages.post({ kind: 'go', href: address });
    if (this.loaded) return;
    this.loaded = true;
    if (!isHostile('no-ready-to-show')) this.emit('ready-to-show');
    if (this.isVisible()) announceWindow(address);
    else this.once('show', () => announceWindow(address));
  }

  /** A scheme that nobody handles is not even tried, so it emits nothing. */
  private failLoad(url: string, error: unknown): never {
    if (error instanceof LoadError && isHandled(url) && !this.destroyed) {
      const { processId, routingId } = this.webContents.mainFrame;
      const facts = [error.errno, error.code, url, true, processId, routingId] as const;
      emit(this.webContents, 'did-fail-load', previewEvent({}), ...facts);
    }
    throw error;
  }

  /**
   * Closes the window unless a listener of `close` prevents it; in a later turn, as Electron lets the page run its
   * unload handlers first.
   */
  close(): void {
    const event = previewEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) appLife.closeRefused();
    else setImmediate(() => !this.destroyed && this.destroy());
  }

  destroy(): void {
    const { stopServing, pages } = this;
    this.destroyed = true;
    stopServing?.();
    pages.close();
    emit(this.webContents, 'destroyed');
    removeWindow(this.id);
    this.emit('closed');
    appLife.windowClosed();
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }
}

/** Electron's `BrowserWindow`. */
export const BrowserWindow = standInClass<typeof Electron.BrowserWindow>('BrowserWindow', PreviewWindow, {
  guard: throwOnceDestroyed,
  onCreate(window) {
    addWindow(window);
    appEvents.emit('web-contents-created', previewEvent({}), window.webContents);
    appEvents.emit('browser-window-created', previewEvent({}), window);
  },
});
export type BrowserWindow = Electron.BrowserWindow;

/** A browser page is always sandboxed and isolated, so other preferences can't be honoured. */
function requireSandbox(preferences: Electron.WebPreferences = {}): void {
  const { contextIsolation = true, sandbox = true, nodeIntegration = false } = preferences;
  if (!contextIsolation || !sandbox || nodeIntegration) {
    throw new PreviewUnsupportedError(
      'BrowserWindow without contextIsolation and sandbox, or with nodeIntegration',
    );
  }
}
