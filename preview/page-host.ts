import type { FromPage, ToPage } from './page/messages.ts';

/** One browser page that shows a window. The same window may be open in several. */
export interface Page {
  /** Says something to the page; lost when the page is gone. */
  post(message: ToPage): void;
  /** Ends the connection for good: the page will not come back. */
  close(): void;
}

/** The window behind the pages, as the page server needs it. */
export interface PageHost {
  /** False for a page that may run no script at all, the bridge included. */
  readonly runsScripts: boolean;
  /** What the app's protocol handler answers for `path`, which has no leading slash. */
  answer(path: string, method: string): Promise<Response>;
  /** The script that makes a page of this window the window's. */
  script(): Promise<string>;
  pageOpened(page: Page): void;
  pageSaid(page: Page, message: FromPage): void;
  pageClosed(page: Page): void;
}
