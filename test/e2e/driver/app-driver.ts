import type { Page } from '@playwright/test';

/** A running Callboard as a person and the operating system see it; specs do not know what runs it. */
export interface RunningApp {
  /** The app's window. */
  readonly page: Page;
  /** The next address the app hands to the system browser. */
  nextOpenedAddress(): Promise<string>;
  /** Hands a deep link over as the operating system does: by a second instance with the link as its argument. */
  openDeepLink(link: string): Promise<void>;
  /** Quits in order. */
  quit(): Promise<void>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
}

export interface LaunchOptions {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built app. */
export type Launch = (options: LaunchOptions) => Promise<RunningApp>;

/** Addresses in the order they came, waited for one by one. */
export class AddressQueue {
  private readonly addresses: string[] = [];
  private readonly waiting: ((address: string) => void)[] = [];

  push(address: string): void {
    const next = this.waiting.shift();
    if (next) next(address);
    else this.addresses.push(address);
  }

  next(): Promise<string> {
    const address = this.addresses.shift();
    return address === undefined
      ? new Promise((resolve) => this.waiting.push(resolve))
      : Promise.resolve(address);
  }
}
