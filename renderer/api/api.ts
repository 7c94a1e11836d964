import type { Bridge } from '../../shared/ipc/bridge.ts';
import type { Client } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import { ApiError, toApiError } from './api-error.ts';

declare global {
  interface Window {
    /** Exposed by the preload script; the renderer's only way out (design.md §1). */
    readonly callboard: Bridge;
  }
}

/** The contract as the renderer calls it: the value of the Result, or a thrown {@link ApiError}. */
export type Api = {
  readonly [G in keyof Client]: {
    readonly [N in keyof Client[G]]: Client[G][N] extends (
      ...input: infer Input
    ) => Promise<Result<infer Answer>>
      ? (...input: Input) => Promise<Answer>
      : never;
  };
};

type Call = Bridge['call'];

/**
 * Makes the typed client over a bridge's `call`. Groups and names need no list of their own: a channel is the path
 * by which it was reached (`api.submissions.submit` calls `submissions.submit`).
 */
export function createApi(call: Call): Api {
  const nothing: Api = Object.create(null);
  return new Proxy(nothing, {
    get: (_, group) =>
      new Proxy(Object.create(null), {
        get: (_, name) => (input: unknown) => ask(call, `${String(group)}.${String(name)}`, input),
      }),
  });
}

/** The one place where a Result turns into a value or an error, and a rejected call into words. */
async function ask(call: Call, channel: string, input: unknown): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call(channel, input);
  } catch (cause) {
    throw toApiError(cause);
  }
  if (!isResult(answer)) throw toApiError(new Error(`${channel} answered no Result`));
  if (!answer.ok) throw new ApiError(answer.error);
  return answer.value;
}

function isResult(answer: unknown): answer is Result<unknown> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false;
  return answer.ok === true || (answer.ok === false && 'error' in answer);
}

/** The client of this window. The bridge is looked up at each call, so importing this file has no effect. */
export const api: Api = createApi((channel, input) => window.callboard.call(channel, input));
