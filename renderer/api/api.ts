import type { Bridge } from '../../shared/ipc/bridge.ts';
import type { Client, WorkspaceClient } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import { answeredError, toApiError } from './api-error.ts';

declare global {
  interface Window {
    /** Exposed by the preload script; the renderer's only way out (design.md §1). */
    readonly callboard: Bridge;
  }
}

/** Calls as the renderer makes them: the value of the Result, or a thrown {@link ApiError}. */
type Calls<Tree> = {
  readonly [G in keyof Tree]: {
    readonly [N in keyof Tree[G]]: Tree[G][N] extends (...input: infer Input) => Promise<Result<infer Answer>>
      ? (...input: Input) => Promise<Answer>
      : never;
  };
};

/** What can be asked that is about no workspace. */
export type Api = Calls<Client>;

/** What can be asked about one workspace. */
export type WorkspaceApi = Calls<WorkspaceClient>;

type Call = Bridge['call'];

/**
 * Makes the typed client over a bridge's `call`. Groups and names need no list of their own: a channel is the path
 * by which it was reached (`api.app.state` calls `app.state`).
 */
export function createApi(call: Call): Api {
  const nothing: Api = Object.create(null);
  return clientOf(nothing, (channel, input) => ask(call, channel, input));
}

/** The same for one workspace, which every call names from then on, whichever is on screen by the time. */
export function createWorkspaceApi(call: Call, workspaceId: string): WorkspaceApi {
  const nothing: WorkspaceApi = Object.create(null);
  return clientOf(nothing, (channel, input) => ask(call, channel, { ...Object(input), workspaceId }));
}

function clientOf<Tree extends object>(
  nothing: Tree,
  askAt: (channel: string, input: unknown) => Promise<unknown>,
): Tree {
  return new Proxy(nothing, {
    get: (_, group) =>
      new Proxy(Object.create(null), {
        get: (_, name) => (input: unknown) => askAt(`${String(group)}.${String(name)}`, input),
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
  if (!answer.ok) throw await answeredError(answer.error);
  return answer.value;
}

function isResult(answer: unknown): answer is Result<unknown> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false;
  return answer.ok === true || (answer.ok === false && 'error' in answer);
}

/** The client of this window. The bridge is looked up at each call, so importing this file has no effect. */
export const api: Api = createApi((channel, input) => window.callboard.call(channel, input));
