import { standIn } from './stand-in.ts';

let text = '';

/** Electron's `clipboard`, in memory, so that tests never touch the developer's own. Asynchronous since Electron 45. */
export const clipboard = standIn<Electron.Clipboard>('clipboard', {
  async readText(): Promise<string> {
    return text;
  },
  async writeText(newText: string): Promise<void> {
    text = newText;
  },
  clear(): void {
    text = '';
  },
});
