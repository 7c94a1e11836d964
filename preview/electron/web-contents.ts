import { EventEmitter } from 'node:events';
import type { ToPage } from '../page/messages.ts';
import { encodeValue } from '../page/values.ts';
import { PreviewUnsupportedError, strict } from '../unsupported.ts';
import { appEvents } from './app-life.ts';
import { throwOnceDestroyed } from './destroyed.ts';
import { createMainFrame, type MainFrame } from './main-frame.ts';
import { previewEvent } from './preview-event.ts';
import { printToPdf } from './print-to-pdf.ts';
import { session } from './session.ts';

type WindowOpenHandler = (details: object) => { action: 'allow' | 'deny' };

/** Keyed by frame, which the proxied and the plain `WebContents` share. */
const windowOpenHandlers = new WeakMap<MainFrame, WindowOpenHandler>();

/** The connection to a window's browser pages. */
export interface PageTransport {
  post(message: ToPage): void;
  /** The browser's address for an app URL. */
  addressOf(appUrl: string): string;
}

/** Electron's `WebContents` of one window. All browser pages that show the window count as one page. */
export class WebContents extends EventEmitter {
  readonly id: number;
  readonly session = session.defaultSession;
  readonly mainFrame: MainFrame;
  private readonly pages: PageTransport;
  private destroyed = false;
  private crashed = false;
  private zoomLevel = 0;

  constructor(id: number, pages: PageTransport) {
    super();
    this.id = id;
    this.pages = pages;
    this.mainFrame = createMainFrame(id);
    this.once('destroyed', () => {
      this.destroyed = true;
    });
  }

  /** Lost if no page is open, as in Electron before a page is loaded or after its process ended. */
  send(channel: string, ...args: unknown[]): void {
    if (this.crashed) return;
    this.pages.post({ kind: 'event', channel, args: encodeValue(args, 'arguments') });
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  isCrashed(): boolean {
    return this.crashed;
  }

  /** Ends the page's process: the browser page is ignored until it reloads. The events follow in a later turn. */
  forcefullyCrashRenderer(): void {
    this.crashed = true;
    setImmediate(() => {
      if (this.destroyed) return;
      const details = { reason: 'crashed', exitCode: 5 } as const;
      // Electron's own listener passes it on to the app before any listener of the app's.
      appEvents.emit('render-process-gone', previewEvent({}), this, details);
      this.emit('render-process-gone', previewEvent({}), details);
    });
  }

  reload(): void {
    this.crashed = false;
    const { mainFrame: frame } = this;
    const details = { url: frame.url, isSameDocument: false, isMainFrame: true, frame, initiator: null };
    this.emit('did-start-navigation', previewEvent(details));
    this.pages.post({ kind: 'reload' });
  }

  isLoading(): boolean {
    return false;
  }

  focus(): void {}

  /** Only stored: the preview doesn't control the browser's zoom. */
  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }

  getZoomLevel(): number {
    return this.zoomLevel;
  }

  /** Prints a freshly loaded page, without changes a person made in the open one. */
  printToPDF(options: Electron.PrintToPDFOptions = {}): Promise<Buffer> {
    return printToPdf(this.pages.addressOf(this.mainFrame.url), options);
  }

  /** No-op: the browser has its own. */
  openDevTools(): void {}

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    windowOpenHandlers.set(this.mainFrame, handler);
  }
}

/** Internal operations are functions below rather than methods, so that the app can't see them. */
export function createWebContents(id: number, pages: PageTransport): WebContents {
  return strict('WebContents', throwOnceDestroyed(new WebContents(id, pages)));
}

/** The event passed to handlers and listeners of `ipcMain`. */
export function ipcEvent(contents: WebContents) {
  return {
    ...previewEvent({}),
    type: 'frame' as const,
    sender: contents,
    senderFrame: contents.mainFrame,
    processId: contents.id,
    frameId: 1,
    ports: [],
    returnValue: undefined,
    reply: (channel: string, ...args: unknown[]) => contents.send(channel, ...args),
  };
}

/** Asks the app about `window.open`. The preview has no child windows, so it supports only the answer "deny". */
export function askWindowOpen(contents: WebContents, url: string, frameName: string, features: string): void {
  const handler = windowOpenHandlers.get(contents.mainFrame);
  const referrer = { url: contents.getURL(), policy: 'no-referrer' };
  const answer = handler?.({ url, frameName, features, disposition: 'foreground-tab', referrer });
  if (answer?.action !== 'deny') {
    console.error(String(new PreviewUnsupportedError(`WebContents: a window opened by the page (${url})`)));
  }
}

/** Emits `will-navigate`; returns whether the page may navigate to `url`. */
export function mayNavigate(contents: WebContents, url: string): boolean {
  const frame = contents.mainFrame;
  const details = previewEvent({ url, isSameDocument: false, isMainFrame: true, frame, initiator: frame });
  contents.emit('will-navigate', details, url);
  return !details.defaultPrevented;
}
