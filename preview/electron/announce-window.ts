import { openInBrowser } from '../browser-opener.ts';
import { currentRun } from '../current-run.ts';

let announced = 0;

/** Says where a window is, once the app answers there; and shows it, unless the preview was asked to open nothing. */
export function announceWindow(address: string): void {
  announced += 1;
  console.log(announced === 1 ? `Preview ready: ${address}` : `Another window: ${address}`);
  if (currentRun().options.open) openInBrowser(address);
}
