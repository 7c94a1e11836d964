import { z } from 'zod';

/** One call: its input schema; `answer` exists only as a type. */
export interface Call<Input extends z.ZodType, Answer> {
  readonly input: Input;
  readonly answer?: Answer;
}

/** Declares a call of the contract: `call(schema).answers<Type>()`. */
export function call<Input extends z.ZodType>(input: Input): { answers<Answer>(): Call<Input, Answer> } {
  return { answers: () => ({ input }) };
}

export const nothing = z.undefined();
export const id = z.string().min(1).max(200);

const ofWorkspace = z.object({ workspaceId: id });

/** The input of a workspace call: its own fields and the workspace's id. */
type OfWorkspace<Input extends z.ZodType> = z.ZodIntersection<typeof ofWorkspace, Input>;

/** A call that names its workspace; main never fills in the current one (docs/decisions/0006). */
export interface WorkspaceCall<Input extends z.ZodType, Answer> extends Call<OfWorkspace<Input>, Answer> {
  readonly scope: 'workspace';
}

/**
 * Declares a call about one workspace: `workspaceCall(schema).answers<Type>()`, or `workspaceCall(noInput)` without
 * further input. Error `workspace_closed` if that workspace is not open.
 */
export function workspaceCall<Input extends z.ZodType>(
  input: Input,
): { answers<Answer>(): WorkspaceCall<Input, Answer> } {
  return { answers: () => ({ scope: 'workspace', input: ofWorkspace.and(input) }) };
}

export const noInput = z.object({});
export const ids = z.array(id).min(1).max(1000);

/** How many of the given ids changed; the others were skipped because their status had changed. */
export interface Changed {
  readonly changed: number;
}

/** Where a file was saved; `path` is null if the person cancelled. */
export interface SavedFile {
  readonly path: string | null;
  readonly count: number;
}
