import { EventEmitter } from 'node:events';
import type { ToPage } from '../page/messages.ts';
import { encodeValue } from '../page/values.ts';
import { PreviewUnsupportedError, strict } from '../unsupported.ts';
import { throwOnceDestroyed } from './destroyed.ts';
import { createMainFrame, type MainFrame } from './main-frame.ts';
import { previewEvent } from './preview-event.ts';
import { printToPdf } from './print-to-pdf.ts';
import { session } from './session.ts';

type WindowOpenHandler = (details: object) => { action: 'allow' | 'deny' };

/** By the frame, which the app's `WebContents` and the one inside share. */
const windowOpenHandlers = new WeakMap<MainFrame, WindowOpenHandler>();

/** What a window's pages are told through. */
export interface PageSide {
  post(message: ToPage): void;
  /** Where a browser finds the window's page, given the app's address of it. */
  addressOf(appUrl: string): string;
}

/** Electron's `WebContents` of one window. All browser pages that show the window count as its one page. */
export class WebContents extends EventEmitter {
  readonly id: number;
  readonly session = session.defaultSession;
  readonly mainFrame: MainFrame;
  private readonly pages: PageSide;
  private destroyed = false;
  private zoomLevel = 0;

  constructor(id: number, pages: PageSide) {
    super();
    this.id = id;
    this.pages = pages;
    this.mainFrame = createMainFrame(id);
    this.once('destroyed', () => {
      this.destroyed = true;
    });
  }

  /** Without a page nobody hears it, as in Electron before a page is loaded. */
  send(channel: string, ...args: unknown[]): void {
    this.pages.post({ kind: 'event', channel, args: encodeValue(args, 'arguments') });
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  isCrashed(): boolean {
    return false;
  }

  isLoading(): boolean {
    return false;
  }

  focus(): void {}

  /** Kept and given back: the browser's own zoom is the person's. */
  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }

  getZoomLevel(): number {
    return this.zoomLevel;
  }

  /** Prints the page as it is when it is opened anew: what a person did in it since is not in the PDF. */
  printToPDF(options: Electron.PrintToPDFOptions = {}): Promise<Buffer> {
    return printToPdf(this.pages.addressOf(this.mainFrame.url), options);
  }

  /** The person's browser has its own. */
  openDevTools(): void {}

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    windowOpenHandlers.set(this.mainFrame, handler);
  }
}

/** What follows is the preview's own business with it, and no method, so that the app cannot see it. */
export function createWebContents(id: number, pages: PageSide): WebContents {
  return strict('WebContents', throwOnceDestroyed(new WebContents(id, pages)));
}

/** The event that handlers and listeners of `ipcMain` get. */
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

/** Asks the app about `window.open`. The preview has no child windows, so the only answer it can follow is "deny". */
export function askWindowOpen(contents: WebContents, url: string, frameName: string, features: string): void {
  const handler = windowOpenHandlers.get(contents.mainFrame);
  const referrer = { url: contents.getURL(), policy: 'no-referrer' };
  const answer = handler?.({ url, frameName, features, disposition: 'foreground-tab', referrer });
  if (answer?.action !== 'deny') {
    console.error(String(new PreviewUnsupportedError(`WebContents: a window opened by the page (${url})`)));
  }
}

/** Tells the app that the page wants to leave for `url`; answers whether it may. */
export function mayNavigate(contents: WebContents, url: string): boolean {
  const frame = contents.mainFrame;
  const details = previewEvent({ url, isSameDocument: false, isMainFrame: true, frame, initiator: frame });
  contents.emit('will-navigate', details, url);
  return !details.defaultPrevented;
}
