import type { FromPage, ToPage } from './page/messages.ts';

/** One browser page that shows a window. The same window may be open in several. */
export interface Page {
  /** Sends a message to the page; lost if the page is gone. */
  post(message: ToPage): void;
  /** Closes the connection; the page won't reconnect. */
  close(): void;
}

/** The window behind the pages, as seen by the page server. */
export interface PageHost {
  /** False for a page that may not run scripts, not even the bridge. */
  readonly runsScripts: boolean;
  /** The response of the app's protocol handler for `path`, which has no leading slash. */
  answer(path: string, method: string): Promise<Response>;
  /** The bridge and preload script for this window's pages. */
  script(): Promise<string>;
  pageOpened(page: Page): void;
  pageMessage(page: Page, message: FromPage): void;
  pageClosed(page: Page): void;
}
