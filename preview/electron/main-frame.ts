import { standIn } from './stand-in.ts';

/** The app's URLs of the frames' pages. */
const urls = new WeakMap<Electron.WebFrameMain, string>();

/** Called when a page has another URL, which the app can only read. */
export function setFrameUrl(frame: Electron.WebFrameMain, url: string): void {
  urls.set(frame, url);
}

/** A window's only frame: `webContents.mainFrame` and `event.senderFrame`. Its URL is empty before the first `loadURL`. */
export function createMainFrame(processId: number): Electron.WebFrameMain {
  const frame: Electron.WebFrameMain = standIn<Electron.WebFrameMain>('WebFrameMain', {
    get url() {
      return urls.get(frame) ?? '';
    },
    get origin() {
      return originOf(urls.get(frame) ?? '');
    },
    parent: null,
    get top() {
      return frame;
    },
    name: '',
    frames: [],
    detached: false,
    processId,
    routingId: 1,
    frameToken: `preview-frame-${processId}`,
    isDestroyed: () => false,
  });
  return frame;
}

/** The origin as Chromium reports it for the app's standard scheme; Node's `URL.origin` would be `null`. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
