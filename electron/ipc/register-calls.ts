import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { z } from 'zod';
import { decodeProblem } from '../../shared/input-problems.ts';
import { CALL_PREFIX } from '../../shared/ipc/bridge.ts';
import { contract, type Handlers } from '../../shared/ipc/contract.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { CodedError, fail, type Result } from '../../shared/result.ts';
import { isBounded } from './bounded-input.ts';

export interface RegisterCallsOptions {
  /** The origin of the app's own pages, the only ones that may call. */
  readonly origin: string;
  /** There when the app can answer; calls that come before wait for them. */
  readonly handlers: Handlers | Promise<Handlers>;
  /** A handler threw: a bug or a failing disk. The caller gets a plain error without its insides. */
  readonly onTrouble: (error: unknown, channel: string) => void;
}

type Run = (input: unknown) => Promise<Result<unknown>> | Result<unknown>;

/**
 * Answers every call of the contract. Sender check, parsing and errors are done here once, so that no handler can
 * forget them (Electron security checklist, point 17).
 */
export function registerCalls({ origin, handlers, onTrouble }: RegisterCallsOptions): void {
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, { input }] of Object.entries(calls)) {
      const channel = `${group}.${name}`;
      const run: Run = async (given) => handlerOf(await handlers, group, name)(given);
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

/** The main frame of one of the app's own pages: a null frame has navigated away or is gone. */
function isOwnPage(event: IpcMainInvokeEvent, origin: string): boolean {
  try {
    const frame = event.senderFrame;
    return frame !== null && frame === event.sender.mainFrame && originOf(frame.url) === origin;
  } catch {
    // A frame or a window that was destroyed meanwhile throws at the first touch: nobody of ours is left to answer.
    return false;
  }
}

/** `URL.origin` is "null" for schemes of our own, so it is put together here. */
function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}` : undefined;
}

async function parseAndRun(schema: z.ZodType, input: unknown, run: Run): Promise<Result<unknown>> {
  if (!isBounded(input)) return fail('too_much_at_once');
  const parsed = readSafely(schema, input);
  if (parsed.success) return run(parsed.data);
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
  // The schema of the contract has checked the input, and `Handlers` ties each function to that schema.
  return (input) => run(input);
}
