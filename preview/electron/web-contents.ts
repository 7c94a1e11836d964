import { EventEmitter } from 'node:events';
import type { ToPage } from '../page/messages.ts';
import { encodeValue } from '../page/values.ts';
import { PreviewUnsupportedError } from '../unsupported.ts';
import { appEvents } from './app-life.ts';
import { throwOnceDestroyed } from './destroyed.ts';
import { createMainFrame } from './main-frame.ts';
import { previewEvent } from './preview-event.ts';
import { printToPdf } from './print-to-pdf.ts';
import { session } from './session.ts';
import { type EventsOf, emit, type PartOf, standIn } from './stand-in.ts';

type WindowOpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse;

/** Keyed by frame, which the proxied and the plain `WebContents` share. */
const windowOpenHandlers = new WeakMap<Electron.WebFrameMain, WindowOpenHandler>();

/** The contents that the app has, keyed likewise. */
const asSeenByApp = new WeakMap<Electron.WebFrameMain, Electron.WebContents>();

/** The connection to a window's browser pages. */
export interface PageTransport {
  post(message: ToPage): void;
  /** The browser's address for an app URL. */
  addressOf(appUrl: string): string;
}

/** Electron's `WebContents` of one window. All browser pages that show the window count as one page. */
class PreviewContents
  extends EventEmitter<EventsOf<Electron.WebContents>>
  implements PartOf<Electron.WebContents>
{
  readonly id: number;
  readonly session = session.defaultSession;
  readonly mainFrame: Electron.WebFrameMain;
  private readonly pages: PageTransport;
  private destroyed = false;
  private crashed = false;
  /** Only stored: the preview doesn't control the browser's zoom. */
  zoomLevel = 0;

  constructor(id: number, pages: PageTransport) {
    super();
    this.id = id;
    this.pages = pages;
    this.mainFrame = createMainFrame(id);
    this.once('destroyed', () => {
      this.destroyed = true;
    });
  }

  /**
   * Lost if no page is open, as in Electron before a page is loaded or after its process ended. As there
   * (lib/browser/api/web-frame-main.ts), what can't be sent is printed and doesn't throw.
   */
  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new Error('Missing required channel argument');
    if (this.crashed) return;
    try {
      this.pages.post({ kind: 'event', channel, args: encodeValue(args, 'arguments') });
    } catch (error) {
      console.error('Error sending from webFrameMain: ', error);
    }
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
      const contents = asSeenByApp.get(this.mainFrame);
      if (contents) appEvents.emit('render-process-gone', previewEvent({}), contents, details);
      this.emit('render-process-gone', previewEvent({}), details);
    });
  }

  reload(): void {
    this.crashed = false;
    const { mainFrame: frame } = this;
    const details = previewEvent({ url: frame.url, isSameDocument: false, isMainFrame: true, frame });
    this.emit('did-start-navigation', details, frame.url, false, true, frame.processId, frame.routingId);
    this.pages.post({ kind: 'reload' });
  }

  isLoading(): boolean {
    return false;
  }

  focus(): void {}

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
export function createWebContents(id: number, pages: PageTransport): Electron.WebContents {
  const plain = throwOnceDestroyed(new PreviewContents(id, pages));
  const contents = standIn<Electron.WebContents>('WebContents', plain);
  asSeenByApp.set(plain.mainFrame, contents);
  return contents;
}

/** The event passed to handlers of `ipcMain`. */
export function invokeEvent(contents: Electron.WebContents): Electron.IpcMainInvokeEvent {
  return {
    ...previewEvent({}),
    type: 'frame',
    sender: contents,
    get senderFrame() {
      return contents.isDestroyed() ? null : contents.mainFrame;
    },
    processId: contents.id,
    frameId: 1,
  };
}

/** The event passed to listeners of `ipcMain`. */
export function sendEvent(contents: Electron.WebContents): Electron.IpcMainEvent {
  // Keeps the getter.
  return Object.assign(invokeEvent(contents), {
    ports: [],
    returnValue: undefined,
    reply: (channel: string, ...args: unknown[]) => contents.send(channel, ...args),
  });
}

/** Asks the app about `window.open`. The preview has no child windows, so it supports only the answer "deny". */
export function askWindowOpen(
  contents: Electron.WebContents,
  url: string,
  frameName: string,
  features: string,
): void {
  const handler = windowOpenHandlers.get(contents.mainFrame);
  const referrer: Electron.Referrer = { url: contents.getURL(), policy: 'no-referrer' };
  const answer = handler?.({ url, frameName, features, disposition: 'foreground-tab', referrer });
  if (answer?.action !== 'deny') {
    console.error(String(new PreviewUnsupportedError(`WebContents: a window opened by the page (${url})`)));
  }
}

/** Emits `will-navigate`; returns whether the page may navigate to `url`. */
export function mayNavigate(contents: Electron.WebContents, url: string): boolean {
  const frame = contents.mainFrame;
  const details = previewEvent({ url, isSameDocument: false, isMainFrame: true, frame, initiator: frame });
  emit(contents, 'will-navigate', details, url, false, true, frame.processId, frame.routingId);
  return !details.defaultPrevented;
}
