import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openInBrowser } from '../browser-opener.ts';
import { currentRun } from '../current-run.ts';

/** How long the browser may take to read a file, ms. */
const READ_MS = 60_000;

const NOTICE =
  "The preview is for trying Callboard: your browser's history and extensions see its pages, and a key in a file seals its " +
  'secrets instead of the key store of this computer. For real candidates, install the app.';

let announced = 0;

/** Prints the address of a window once the app answers there, and opens it unless `--no-open` is set. */
export function announceWindow(address: string): void {
  const { open, userData } = currentRun().options;
  announced += 1;
  const told = join(userData, 'preview-notice-shown');
  const isNew = !existsSync(told);
  // Before the line that others wait for: they may remove the folder then.
  if (isNew) writeFileSync(told, '', { mode: 0o600 });
  console.log(announced === 1 ? `Preview ready: ${address}` : `Another window: ${address}`);
  if (isNew) console.log(NOTICE);
  if (open) openPrivately(address, join(userData, `preview-window-${announced}.html`), isNew);
}

/**
 * Opens an address that holds the token. Every user of this computer can read the command line of the browser, so that gets
 * the path of a private file which leads to the address, after the notice if nobody has seen that.
 */
function openPrivately(address: string, file: string, withNotice: boolean): void {
  rmSync(file, { force: true });
  writeFileSync(file, leadingTo(address, withNotice), { mode: 0o600, flag: 'wx' });
  const remove = (): void => rmSync(file, { force: true });
  process.once('exit', remove);
  setTimeout(remove, READ_MS).unref();
  openInBrowser(process.platform === 'win32' ? pathToFileURL(file).href : file);
}

function leadingTo(address: string, withNotice: boolean): string {
  const head = withNotice ? '' : `<meta http-equiv="refresh" content="0; url=${address}">`;
  const body = withNotice
    ? `<main><h1>Callboard’s preview</h1><p>${NOTICE.replaceAll("'", '’')}</p><a href="${address}">Open the preview</a></main>`
    : `<a href="${address}">Open the preview</a>`;
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>Callboard’s preview</title>${head}
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding-top: 16vh; }
  main { max-width: 34rem; margin: 0 auto; padding: 0 2rem; }
  h1 { font-size: 1.375rem; margin: 0 0 .75rem; }
  main a { display: inline-block; margin-top: .5rem; padding: .5rem 1rem; border-radius: .5rem; background: #1c5fb8; color: #fff; text-decoration: none; }
</style></head><body>${body}</body></html>`;
}
