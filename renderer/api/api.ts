import type { Bridge } from '../../shared/ipc/bridge.ts';
import type { Client, WorkspaceClient } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import { answeredError, toApiError } from './api-error.ts';

declare global {
  interface Window {
    /** Exposed by the preload script; the renderer's only access to the main process. */
    readonly callboard: Bridge;
  }
}

/** Calls that resolve to the Result's value or throw an {@link ApiError}. */
type Calls<Tree> = {
  readonly [G in keyof Tree]: {
    readonly [N in keyof Tree[G]]: Tree[G][N] extends (...input: infer Input) => Promise<Result<infer Answer>>
      ? (...input: Input) => Promise<Answer>
      : never;
  };
};

/** Calls that are not about a workspace. */
export type Api = Calls<Client>;

/** Calls about one workspace. */
export type WorkspaceApi = Calls<WorkspaceClient>;

type Call = Bridge['call'];

/** Creates the typed client. A property path is the channel name: `api.app.state()` calls `app.state`. */
export function createApi(call: Call): Api {
  const target: Api = Object.create(null);
  return createProxy(target, (channel, input) => unwrap(call, channel, input));
}

/** The client of one workspace: adds its ID to every call, whichever workspace is on screen. */
export function createWorkspaceApi(call: Call, workspaceId: string): WorkspaceApi {
  const target: WorkspaceApi = Object.create(null);
  return createProxy(target, (channel, input) => unwrap(call, channel, { ...Object(input), workspaceId }));
}

function createProxy<Tree extends object>(
  target: Tree,
  callChannel: (channel: string, input: unknown) => Promise<unknown>,
): Tree {
  return new Proxy(target, {
    get: (_, group) =>
      new Proxy(Object.create(null), {
        get: (_, name) => (input: unknown) => callChannel(`${String(group)}.${String(name)}`, input),
      }),
  });
}

/** Turns a Result into its value or a thrown ApiError, and a rejected call into an ApiError. */
async function unwrap(call: Call, channel: string, input: unknown): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call(channel, input);
  } catch (cause) {
    throw toApiError(cause);
  }
  if (!isResult(answer)) throw toApiError(new Error(`${channel} did not return a Result`));
  if (!answer.ok) throw await answeredError(answer.error);
  return answer.value;
}

function isResult(answer: unknown): answer is Result<unknown> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false;
  return answer.ok === true || (answer.ok === false && 'error' in answer);
}

/** This window's client. Looks up the bridge on each call, so that importing this module has no side effects. */
export const api: Api = createApi((channel, input) => window.callboard.call(channel, input));
