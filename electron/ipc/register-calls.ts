import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { z } from 'zod';
import { decodeProblem } from '../../shared/input-problems.ts';
import { CALL_PREFIX } from '../../shared/ipc/bridge.ts';
import { contract, type Handlers } from '../../shared/ipc/contract.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { CodedError, fail, ok, type Result } from '../../shared/result.ts';

interface RegisterCallsOptions {
  readonly origin: string;
  /** Calls wait for the promise. */
  readonly handlers: Handlers | Promise<Handlers>;
  /** Called when a handler throws, because of a bug or a failing disk. The page gets `internal` without details. */
  readonly onTrouble: (error: unknown, channel: string) => void;
  readonly onFirstAnswer?: () => void;
}

type Run = (input: unknown) => unknown;

/**
 * Registers all IPC calls. Checks the sender, parses the input and converts errors in one place, so that no handler can
 * forget it (Electron security checklist, point 17).
 */
export function registerCalls({ origin, handlers, onTrouble, onFirstAnswer }: RegisterCallsOptions): void {
  let tellFirstAnswer = onFirstAnswer;
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, { input }] of Object.entries(calls)) {
      const channel = `${group}.${name}`;
      const run: Run = async (given) => {
        const value = await handlerOf(await handlers, group, name)(given);
        tellFirstAnswer?.();
        tellFirstAnswer = undefined;
        return value;
      };
      ipcMain.handle(CALL_PREFIX + channel, async (event, ...args: unknown[]) => {
        if (!isOwnPage(event, origin)) return fail('forbidden');
        try {
          return await parseAndRun(input, args[0], run);
        } catch (error) {
          if (error instanceof CodedError) return error.failure;
          onTrouble(error, channel);
          return fail('internal');
        }
      });
    }
  }
}

/** Whether the sender is the main frame of one of the app's pages. A null frame has navigated away or is gone. */
function isOwnPage(event: IpcMainInvokeEvent, origin: string): boolean {
  try {
    const frame = event.senderFrame;
    return frame !== null && frame === event.sender.mainFrame && originOf(frame.url) === origin;
  } catch {
    // A destroyed frame or window throws on access; there is nobody left to answer.
    return false;
  }
}

/** Built by hand, because `URL.origin` is "null" for custom schemes. */
function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}` : undefined;
}

async function parseAndRun(schema: z.ZodType, input: unknown, run: Run): Promise<Result<unknown>> {
  if (!isBounded(input)) return fail('too_much_at_once');
  const parsed = readSafely(schema, input);
  if (parsed.success) return ok(await run(parsed.data));
  const problems = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    problem: decodeProblem(issue),
  }));
  return fail('invalid_input', { problems });
}

function handlerOf(handlers: Handlers, group: string, name: string): Run {
  const calls: unknown = Reflect.get(handlers, group);
  const run: unknown = typeof calls === 'object' && calls !== null ? Reflect.get(calls, name) : undefined;
  if (typeof run !== 'function') throw new Error(`No handler for ${group}.${name}.`);
  // Type-safe: the contract's schema has validated the input, and `Handlers` ties each function to that schema.
  return (input) => run(input);
}

/** More than any page sends at once; structured clone has no limits. */
const MAX_VALUES = 2_000_000;
const MAX_CHARACTERS = 64_000_000;
const MAX_DEPTH = 64;

/**
 * Whether an input is small enough to parse. Schemas limit single strings and lists, but their sum, records with many
 * names and cycles could still block the main process.
 */
function isBounded(input: unknown): boolean {
  let values = 0;
  let characters = 0;
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    const next: unknown[] = [];
    for (const value of level) {
      values += 1;
      characters += typeof value === 'string' ? value.length : 0;
      if (values + next.length > MAX_VALUES || characters > MAX_CHARACTERS) return false;
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      if (Array.isArray(value)) {
        for (const inner of value) next.push(inner);
        continue;
      }
      for (const [name, inner] of Object.entries(value)) {
        characters += name.length;
        next.push(inner);
      }
    }
    level = next;
  }
  return true;
}
