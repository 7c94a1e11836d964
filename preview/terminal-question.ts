import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface TerminalQuestion {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** For an empty line. */
  readonly defaultId: number;
  /** For Ctrl+C, the end of the input and `signal`. */
  readonly cancelId: number;
  readonly signal?: AbortSignal | undefined;
}

/** Asks a message box's question at the terminal; resolves with the index of the chosen button. */
export function askInTerminal(
  { message, detail, buttons, defaultId, cancelId, signal }: TerminalQuestion,
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Promise<number> {
  const lines = createInterface({ input, output });
  const choices = buttons.map((button, index) => `  ${index + 1}  ${button}`).join('\n');
  output.write(`\n${[message, detail, choices].filter(Boolean).join('\n')}\n`);
  lines.setPrompt(`1 to ${buttons.length}, or Enter for ${defaultId + 1}: `);
  return new Promise((resolve) => {
    let answer = cancelId;
    const close = (): void => lines.close();
    lines.on('line', (line) => {
      const chosen = line.trim() === '' ? defaultId : Number(line) - 1;
      if (buttons[chosen] === undefined) return lines.prompt();
      answer = chosen;
      close();
    });
    lines.once('close', () => {
      signal?.removeEventListener('abort', close);
      resolve(answer);
    });
    signal?.addEventListener('abort', close);
    if (signal?.aborted) close();
    else lines.prompt();
  });
}
