import { openInBrowser } from '../browser-opener.ts';
import { currentRun } from '../current-run.ts';
import { standIn } from './stand-in.ts';

/** Electron's `shell`. Each call is printed for tests; with `--no-open` nothing else happens. */
export const shell = standIn<Electron.Shell>('shell', {
  async openExternal(url: string): Promise<void> {
    // Re-serialise, so that the line is certainly a single, valid URL.
    const { href } = new URL(url);
    console.log(`Open in browser: ${href}`);
    if (currentRun().options.open) openInBrowser(href);
  },
  async openPath(path: string): Promise<string> {
    console.log(`Open file: ${path}`);
    if (currentRun().options.open) openInBrowser(path);
    return '';
  },
  showItemInFolder(path: string): void {
    console.log(`Show in folder: ${path}`);
  },
});
