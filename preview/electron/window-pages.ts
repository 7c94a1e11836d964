import { readFile } from 'node:fs/promises';
import type { FromPage, PageProcess, ToPage } from '../page/messages.ts';
import type { Page, PageHost } from '../page-host.ts';
import { pageScript } from '../page-script.ts';
import { deliverSend, runInvoke } from './ipc-main.ts';
import { setFrameUrl } from './main-frame.ts';
import { handleProtocolRequest } from './protocol.ts';
import { askPermission } from './session.ts';
import { emit } from './stand-in.ts';
import { askWindowOpen, invokeEvent, mayNavigate, sendEvent } from './web-contents.ts';

/** The window's settings for its pages. */
export interface PageSettings {
  readonly preload?: string | undefined;
  readonly additionalArguments?: readonly string[] | undefined;
  /** Whether pages may run scripts. */
  readonly javascript?: boolean | undefined;
}

/** The browser pages that show one window. */
export class WindowPages implements PageHost {
  private readonly settings: PageSettings;
  private readonly focusChanged: (focused: boolean) => void;
  private readonly pages = new Map<Page, { focused: boolean }>();
  private contents: Electron.WebContents | undefined;
  /** Base address in the browser and base URL in the app, each with a trailing slash. */
  private httpRoot = '';
  private appRoot = '';

  /** `focusChanged` is called with whether any page of the window has focus. */
  constructor(settings: PageSettings, focusChanged: (focused: boolean) => void) {
    this.settings = settings;
    this.focusChanged = focusChanged;
  }

  attach(contents: Electron.WebContents): void {
    this.contents = contents;
  }

  /** Maps addresses under `httpRoot` to app URLs under `appRoot`. */
  setRoots(httpRoot: string, appRoot: string): void {
    this.httpRoot = httpRoot;
    this.appRoot = appRoot;
  }

  post(message: ToPage): void {
    for (const page of this.pages.keys()) page.post(message);
  }

  close(): void {
    for (const page of this.pages.keys()) page.close();
  }

  get runsScripts(): boolean {
    return this.settings.javascript !== false;
  }

  /** The browser's address for an app URL. */
  addressOf(appUrl: string): string {
    return this.httpRoot + appUrl.slice(this.appRoot.length);
  }

  answer(path: string, method: string): Promise<Response> {
    return handleProtocolRequest(this.appRoot + path, method);
  }

  async script(): Promise<string> {
    const { preload, additionalArguments = [] } = this.settings;
    const pageProcess: PageProcess = {
      platform: process.platform,
      arch: process.arch,
      versions: { ...process.versions },
      argv: [process.execPath, ...additionalArguments],
    };
    return pageScript(preload === undefined ? '' : await readFile(preload, 'utf8'), pageProcess);
  }

  pageOpened(page: Page): void {
    this.pages.set(page, { focused: false });
  }

  pageClosed(page: Page): void {
    this.pages.delete(page);
    this.reportState();
  }

  pageMessage(page: Page, message: FromPage): void {
    const contents = this.contents;
    if (contents === undefined || contents.isDestroyed() || contents.isCrashed()) return;
    switch (message.kind) {
      case 'hello':
      case 'location':
        setFrameUrl(contents.mainFrame, this.appUrl(message.href));
        return;
      case 'loaded':
        emit(contents, 'dom-ready');
        emit(contents, 'did-finish-load');
        return;
      case 'state':
        this.pages.set(page, message);
        this.reportState();
        return;
      case 'invoke':
        void runInvoke(invokeEvent(contents), message.channel, message.args).then((outcome) =>
          page.post({ ...outcome, id: message.id }),
        );
        return;
      case 'send':
        deliverSend(sendEvent(contents), message.channel, message.args);
        return;
      case 'open':
        askWindowOpen(contents, this.appUrl(message.href), message.frameName, message.features);
        return;
      case 'leave':
        if (mayNavigate(contents, this.appUrl(message.href))) page.post({ kind: 'go', href: message.href });
        return;
      case 'permission':
        void askPermission(contents, message.question).then((granted) =>
          page.post({ kind: 'permission', id: message.id, granted }),
        );
        return;
    }
  }

  /** The app URL for a browser address; addresses of other sites stay unchanged. */
  private appUrl(href: string): string {
    const path = href.replace('http://localhost:', 'http://127.0.0.1:');
    return path.startsWith(this.httpRoot) ? this.appRoot + path.slice(this.httpRoot.length) : href;
  }

  private reportState(): void {
    this.focusChanged([...this.pages.values()].some((page) => page.focused));
  }
}
