import { strict } from '../unsupported.ts';

let text = '';

/** Electron's `clipboard`, kept in memory so that a test never touches the developer's own. Asynchronous since 45. */
export const clipboard = strict('clipboard', {
  async readText(): Promise<string> {
    return text;
  },
  async writeText(newText: string): Promise<void> {
    text = newText;
  },
  clear(): void {
    text = '';
  },
} satisfies Partial<Electron.Clipboard>);
