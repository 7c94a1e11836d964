import type { DataTag, QueryKey } from '@tanstack/react-query';
import type { AppError, FailureCode } from '../../shared/failures.ts';
import type { Bridge } from '../../shared/ipc/bridge.ts';
import type { Client, WorkspaceClient } from '../../shared/ipc/contract.ts';
import type { Failure, Result } from '../../shared/result.ts';
import type { FailureText } from '../../shared/words/failures/failure-text.ts';
import { WINDOW_FAILURES } from '../../shared/words/failures/window-failures.ts';
import type { Workspace } from '../../shared/workspace.ts';

declare global {
  interface Window {
    /** Exposed by the preload script; the renderer's only access to the main process. */
    readonly callboard: Bridge;
  }
}

/** Calls that resolve to the Result's value or throw an {@link ApiError}; each can be a mutation's function. */
type Calls<Tree> = {
  readonly [G in keyof Tree]: {
    readonly [N in keyof Tree[G]]: Tree[G][N] extends (...input: infer Input) => Promise<Result<infer Answer>>
      ? (...input: Input) => Promise<Answer>
      : never;
  };
};

/** Calls that are not about a workspace. */
type Api = Calls<Client>;

/** Calls about one workspace. */
export type WorkspaceApi = Calls<WorkspaceClient>;

/** Query options of a call; more options are spread behind them. */
export interface CallQuery<Answer> {
  readonly queryKey: DataTag<QueryKey, Answer>;
  readonly queryFn: () => Promise<Answer>;
}

/**
 * Query options of each call by its input. The key is `[workspaceId, group, call, input]`; a `queryKey` of a call or group
 * is the beginning that all its queries have.
 */
type Queries<Tree> = {
  readonly [G in keyof Tree]: { readonly queryKey: QueryKey } & {
    readonly [N in keyof Tree[G]]: { readonly queryKey: QueryKey } & (Tree[G][N] extends (
      ...input: infer Input
    ) => Promise<infer Answer>
      ? (...input: Input) => CallQuery<Answer>
      : never);
  };
};

/** Queries of one workspace, which begin with its ID, so that none can show another's data. */
type WorkspaceQueries = Queries<WorkspaceApi>;

type Call = Bridge['call'];

/** Creates the typed client. A property path is the channel name: `api.app.state()` calls `app.state`. */
export function createApi(call: Call): Api {
  const target: Api = Object.create(null);
  return createProxy(target, (group, name) => (input: unknown) => unwrap(call, `${group}.${name}`, input));
}

/** The client of one workspace: adds its ID to every call, whichever workspace is on screen. */
export function createWorkspaceApi(call: Call, workspaceId: string): WorkspaceApi {
  const target: WorkspaceApi = Object.create(null);
  return createProxy(
    target,
    (group, name) => (input: unknown) => unwrap(call, `${group}.${name}`, { ...Object(input), workspaceId }),
  );
}

/** The queries of calls that are not about a workspace; their keys begin with null. */
function createQueries(client: Api): Queries<Api> {
  const target: Queries<Api> = Object.create(null);
  return createProxy(target, queryOf(null, client));
}

function createWorkspaceQueries(client: WorkspaceApi, workspaceId: string): WorkspaceQueries {
  const target: WorkspaceQueries = Object.create(null);
  return createProxy(target, queryOf(workspaceId, client));
}

function queryOf(workspaceId: string | null, client: object) {
  return (group: string, name: string): unknown => {
    const groupKey = [workspaceId, group];
    if (name === 'queryKey') return groupKey;
    const queryKey = [...groupKey, name];
    const query = (input: unknown) => ({
      queryKey: input === undefined ? queryKey : [...queryKey, input],
      queryFn: () => Reflect.get(Reflect.get(client, group), name)(input),
    });
    return Object.assign(query, { queryKey });
  };
}

function createProxy<Tree extends object>(
  target: Tree,
  memberOf: (group: string, name: string) => unknown,
): Tree {
  return new Proxy(target, {
    get: (_, group) =>
      new Proxy(Object.create(null), { get: (_, name) => memberOf(String(group), String(name)) }),
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

export const queries = createQueries(api);

/** The API client and queries of one workspace. */
export interface WorkspaceAccess {
  readonly id: Workspace['id'];
  readonly api: WorkspaceApi;
  readonly queries: WorkspaceQueries;
}

const cache = new Map<string, WorkspaceAccess>();

/** The access to a workspace. The object is stable, so it can be an effect's dependency. */
export function workspaceAccess(id: string): WorkspaceAccess {
  let access = cache.get(id);
  if (!access) {
    const api = createWorkspaceApi((channel, input) => window.callboard.call(channel, input), id);
    access = { id, api, queries: createWorkspaceQueries(api, id) };
    cache.set(id, access);
  }
  return access;
}

const objectIds = new WeakMap<object, number>();
let lastObjectId = 0;

/**
 * A number that identifies an object by reference, for use in a query key: TanStack Query would serialise an array of
 * thousands each time it compares the key.
 */
export function objectId(object: object): number {
  let id = objectIds.get(object);
  if (id === undefined) {
    lastObjectId += 1;
    id = lastObjectId;
    objectIds.set(object, id);
  }
  return id;
}

/** An {@link AppError} with its texts, thrown so that queries and mutations fail. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;
  readonly nextStep: string | undefined;
  /** Validation messages by field name. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    error: AppError,
    { message, nextStep }: FailureText,
    { fields = {}, ...options }: ErrorOptions & { readonly fields?: Readonly<Record<string, string>> } = {},
  ) {
    super(message, options);
    this.failure = { ok: false, error };
    this.nextStep = nextStep;
    this.fields = fields;
  }

  get code(): FailureCode {
    return this.failure.error.code;
  }
}

/** Converts a failure from the main process. Its texts load with the first failure, which keeps the first screen small. */
export async function answeredError(error: AppError): Promise<ApiError> {
  const { failureWords, fieldWords } = await import('../../shared/words/failure-words.ts');
  return new ApiError(error, failureWords(error), { fields: fieldWords(error) });
}

/**
 * Converts anything thrown into an {@link ApiError}. What is not one already means that the main process did not answer:
 * code `app_unreachable`.
 */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError({ code: 'app_unreachable', values: null }, WINDOW_FAILURES.app_unreachable, { cause });
}
