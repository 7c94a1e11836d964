import { openInBrowser } from '../browser-opener.ts';
import { currentRun } from '../current-run.ts';

let announced = 0;

/** Prints the address of a window once the app answers there, and opens it unless `--no-open` is set. */
export function announceWindow(address: string): void {
  announced += 1;
  console.log(announced === 1 ? `Preview ready: ${address}` : `Another window: ${address}`);
  if (currentRun().options.open) openInBrowser(address);
}
