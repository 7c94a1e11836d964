import type { Page } from '@playwright/test';

/** A running Callboard as a person and the operating system see it; specs do not know what runs it. */
export interface RunningApp {
  /** The app's window. */
  readonly page: Page;
  /** The number of its main process. */
  readonly pid: number;
  /** The next address the app hands to the system browser. */
  nextOpenedAddress(): Promise<string>;
  /**
   * Where the app was told to save its next file: its save dialog is answered with the name it proposes. The file is
   * whole only when the app says so.
   */
  nextSavePath(): Promise<string>;
  /** Hands a deep link over as the operating system does: by a second instance with the link as its argument. */
  openDeepLink(link: string): Promise<void>;
  /** What the desktop shows of the app beside its window. */
  desktop(): Promise<DesktopSnapshot>;
  /** Closes the window as its button does. */
  closeWindow(): Promise<void>;
  /** Clicks the notification of this title. */
  clickNotification(title: string): Promise<void>;
  /** Chooses an entry of the icon beside the clock. */
  clickTrayItem(label: string): Promise<void>;
  /** Quits in order. */
  quit(): Promise<void>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
}

/** What a person sees of the app on the desktop. */
export interface DesktopSnapshot {
  readonly windowVisible: boolean;
  readonly badge: number;
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  /** Labels of the entries that can be chosen; null without an icon. */
  readonly tray: { readonly toolTip: string; readonly items: readonly string[] } | null;
}

export interface LaunchOptions {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built app. */
export type Launch = (options: LaunchOptions) => Promise<RunningApp>;

/** Addresses or paths in the order they came, waited for one by one. */
export class AsyncQueue {
  private readonly texts: string[] = [];
  private readonly waiting: ((text: string) => void)[] = [];

  push(text: string): void {
    const next = this.waiting.shift();
    if (next) next(text);
    else this.texts.push(text);
  }

  next(): Promise<string> {
    const text = this.texts.shift();
    return text === undefined ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(text);
  }
}
