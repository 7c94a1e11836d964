import { strict } from '../unsupported.ts';

/** A window's one frame, as `webContents.mainFrame` and `event.senderFrame` give it. */
export interface MainFrame {
  /** The app's address of what the page shows; empty before the first `loadURL`. */
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

/** Scheme and host, as Chromium has it for the app's standard scheme. Node's own `URL.origin` says `null` there. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
