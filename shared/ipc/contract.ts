/**
 * Everything the renderer can ask of the main process: group -> name -> the schema of the input and the type of
 * the answer. The channel name is `group.name`; nobody writes it a second time. Main parses every input with the
 * schema; every answer is a `Result`.
 */
import { z } from 'zod';
import type { AppState } from '../app-state.ts';
import type { Insights } from '../insights.ts';
import { LIBRARY_KINDS, type LibraryEntry, libraryEntryInput } from '../library.ts';
import type { Duplicate, Outbox } from '../outbox.ts';
import { REQUEST_SORTS, type RequestDetail, type RequestRow } from '../request.ts';
import type { Result } from '../result.ts';
import { editableSettings, type Settings } from '../settings.ts';
import { type Submission, submissionInput } from '../submission.ts';
import { connectionInput, type Workspace } from '../workspace.ts';

/** One call: the schema of what goes in; `answer` exists for the compiler alone. */
export interface Call<Input extends z.ZodType, Answer> {
  readonly input: Input;
  readonly answer?: Answer;
}

function call<Input extends z.ZodType>(input: Input): { answers<Answer>(): Call<Input, Answer> } {
  return { answers: () => ({ input }) };
}

const nothing = z.undefined();
const id = z.string().min(1).max(200);
const ids = z.array(id).min(1).max(1000);

export interface RequestPage {
  readonly rows: readonly RequestRow[];
  /** Rows that match, over all pages. */
  readonly total: number;
  /** Tracked requests of the workspace, whether they match or not. */
  readonly all: number;
}

/** How many of those named were changed; the others had moved on meanwhile. */
export interface Changed {
  readonly changed: number;
}

/** What a file made by the app is called where it went; null when the person cancelled. */
export interface SavedFile {
  readonly path: string | null;
  readonly count: number;
}

export const contract = {
  app: {
    state: call(nothing).answers<AppState>(),
  },
  workspaces: {
    /** Saves a connection as a new workspace, makes it current and starts sign-in. */
    connect: call(connectionInput).answers<Workspace>(),
    /** Changes a connection; an empty client secret keeps the stored one. Signs in again where that is needed. */
    update: call(connectionInput.extend({ id })).answers<Workspace>(),
    /** Starts the embedded practice service, makes its workspace current and starts sign-in. */
    openPractice: call(nothing).answers<Workspace>(),
    select: call(z.object({ id })).answers<null>(),
    /** Hides the workspace and forgets its secrets; refuses while submissions wait in it. */
    remove: call(z.object({ id })).answers<null>(),
  },
  session: {
    /** Opens the system browser for the current workspace. */
    signIn: call(nothing).answers<null>(),
    cancel: call(nothing).answers<null>(),
    /** The address the browser ended on, pasted by hand. */
    pasteReturnAddress: call(z.object({ text: z.string().max(8192) })).answers<null>(),
    signOut: call(nothing).answers<null>(),
  },
  submissions: {
    /**
     * Puts a submission in the queue; it is durable when this answers. Error `duplicate` where the phone number was
     * submitted before: `despiteDuplicates` is the person's word that it is meant.
     */
    submit: call(
      submissionInput.extend({ replaces: id.optional(), despiteDuplicates: z.boolean().default(false) }),
    ).answers<Submission>(),
    /** Puts many in the queue in one transaction: all of them or, when it fails (or one is a duplicate), none. */
    submitMany: call(
      z.object({
        submissions: z.array(submissionInput).min(1).max(500),
        despiteDuplicates: z.boolean().default(false),
      }),
    ).answers<{
      queued: number;
    }>(),
    /** Earlier submissions and requests with these phone numbers (E.164), the newest first. */
    duplicates: call(z.object({ phoneNumbers: z.array(z.string().max(20)).max(10_000) })).answers<
      readonly Duplicate[]
    >(),
    /** Takes one that was not sent back out of the queue as a draft: undo, or edit. */
    takeBack: call(z.object({ id })).answers<Submission>(),
    /** Holds waiting ones until a person resumes them. */
    pause: call(z.object({ ids })).answers<Changed>(),
    resume: call(z.object({ ids })).answers<Changed>(),
    outbox: call(nothing).answers<Outbox>(),
    get: call(z.object({ id })).answers<Submission>(),
    /** Tries what waits now: one, or all of the current workspace. */
    tryNow: call(z.object({ id: id.optional() })).answers<null>(),
    /** Checks an id with the service and, when it is there, tracks it. */
    enterRequestId: call(
      z.object({ id, requestId: z.string().trim().min(1, 'Enter the request ID.').max(200) }),
    ).answers<{
      requestId: string;
    }>(),
    /** Queues unconfirmed submissions once more: these persons may be called twice. */
    sendAgain: call(z.object({ ids })).answers<Changed>(),
    /** Withdraws waiting, refused or unconfirmed submissions; their records stay. */
    discard: call(z.object({ ids })).answers<Changed>(),
    setPaused: call(z.object({ paused: z.boolean() })).answers<null>(),
  },
  requests: {
    list: call(
      z.object({
        search: z.string().max(200).default(''),
        status: z.string().max(200).nullable().default(null),
        sort: z.enum(REQUEST_SORTS).default('updated'),
        descending: z.boolean().default(true),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(400).default(100),
      }),
    ).answers<RequestPage>(),
    /** The statuses there are, with their numbers. */
    statuses: call(nothing).answers<readonly { status: string; count: number }[]>(),
    get: call(z.object({ requestId: id })).answers<RequestDetail>(),
    /** Reads the status of these from the service now; without ids, of all that are not finished. */
    refresh: call(z.object({ requestIds: z.array(id).max(1000).optional() })).answers<{
      refreshed: number;
      failed: number;
    }>(),
    /** Tells tracking what is on screen, so that it is refreshed first. */
    onScreen: call(z.object({ requestIds: z.array(id).max(400) })).answers<null>(),
    /** Opens the resume link in the system browser. */
    openResume: call(z.object({ requestId: id })).answers<null>(),
    /** Writes all requests of the workspace to a CSV file of the person's choice. */
    exportCsv: call(
      z.object({ search: z.string().max(200).default(''), status: z.string().nullable().default(null) }),
    ).answers<SavedFile>(),
  },
  library: {
    list: call(z.object({ kind: z.enum(LIBRARY_KINDS).optional() })).answers<readonly LibraryEntry[]>(),
    save: call(libraryEntryInput).answers<LibraryEntry>(),
    remove: call(z.object({ kind: z.enum(LIBRARY_KINDS), serviceId: id })).answers<null>(),
  },
  insights: {
    summary: call(
      z.object({ sinceDays: z.int().min(1).max(3650).nullable().default(null) }),
    ).answers<Insights>(),
  },
  settings: {
    get: call(nothing).answers<Settings>(),
    change: call(editableSettings).answers<Settings>(),
  },
};

export type Contract = typeof contract;
export type Group = keyof Contract;

/** The renderer's view: the same tree, each call a function answering a promised Result. */
export type Client = {
  readonly [G in Group]: {
    readonly [N in keyof Contract[G]]: Contract[G][N] extends Call<infer Input, infer Answer>
      ? undefined extends z.input<Input>
        ? () => Promise<Result<Answer>>
        : (input: z.input<Input>) => Promise<Result<Answer>>
      : never;
  };
};

/** Main's view: the same tree, each call a function of the parsed input. */
export type Handlers = {
  readonly [G in Group]: {
    readonly [N in keyof Contract[G]]: Contract[G][N] extends Call<infer Input, infer Answer>
      ? (input: z.output<Input>) => Promise<Result<Answer>> | Result<Answer>
      : never;
  };
};
