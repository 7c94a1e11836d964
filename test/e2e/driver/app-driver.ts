import type { Page } from '@playwright/test';

/** A running Callboard as seen by a person and the operating system, in Electron or the preview. */
export interface RunningApp {
  /** The app's window. */
  readonly page: Page;
  /** Process ID of the main process. */
  readonly pid: number;
  /** The next address that the app opens in the system browser. */
  nextOpenedAddress(): Promise<string>;
  /** Path of the app's next saved file; the save dialog accepts the proposed name. The file may still be incomplete. */
  nextSavePath(): Promise<string>;
  /** Opens a deep link as the operating system does: by a second instance with the link as its argument. */
  openDeepLink(link: string): Promise<void>;
  /** What the desktop shows of the app. */
  desktop(): Promise<DesktopSnapshot>;
  closeWindow(): Promise<void>;
  /** Ends the process of the window's page; the preview only, since Playwright loses such a page in Electron for good. */
  endPage(): Promise<void>;
  /** Tells the app that the session ends, as Windows does; resolves when its process has exited. */
  endSession(): Promise<void>;
  /** Clicks the notification with this title. */
  clickNotification(title: string): Promise<void>;
  /** Chooses an item from the tray menu. */
  clickTrayItem(label: string): Promise<void>;
  /** Enters the password of the keyring, in the mode `key-store-silent` of the preview. */
  unlockKeyStore(): Promise<void>;
  quit(): Promise<void>;
  /** Kills the process without warning. */
  kill(): Promise<void>;
}

export interface DesktopSnapshot {
  readonly windowVisible: boolean;
  readonly badge: number;
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  /** Tooltip and item labels of the tray icon; null without one. */
  readonly tray: { readonly toolTip: string; readonly items: readonly string[] } | null;
}

export interface LaunchOptions {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built app. */
export type Launch = (options: LaunchOptions) => Promise<RunningApp>;

/** A queue of strings whose `next` waits until there is one. */
export class AsyncQueue {
  private readonly values: string[] = [];
  private readonly waiting: ((value: string) => void)[] = [];

  push(value: string): void {
    const resolve = this.waiting.shift();
    if (resolve) resolve(value);
    else this.values.push(value);
  }

  next(): Promise<string> {
    const value = this.values.shift();
    return value === undefined
      ? new Promise((resolve) => this.waiting.push(resolve))
      : Promise.resolve(value);
  }
}
