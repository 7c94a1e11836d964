import { strict } from '../unsupported.ts';

/** A window's only frame: `webContents.mainFrame` and `event.senderFrame`. */
export interface MainFrame {
  /** The app's URL of the page; empty before the first `loadURL`. */
  url: string;
  readonly origin: string;
  readonly parent: null;
  readonly top: MainFrame;
}

export function createMainFrame(processId: number): MainFrame {
  const frame: MainFrame = strict('WebFrameMain', {
    url: '',
    get origin() {
      return originOf(this.url);
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
