import { z } from 'zod';

/** One call: the schema of what goes in; `answer` exists for the compiler alone. */
export interface Call<Input extends z.ZodType, Answer> {
  readonly input: Input;
  readonly answer?: Answer;
}

/** `call(schema).answers<Type>()`: how every call of the contract is written. */
export function call<Input extends z.ZodType>(input: Input): { answers<Answer>(): Call<Input, Answer> } {
  return { answers: () => ({ input }) };
}

export const nothing = z.undefined();
export const id = z.string().min(1).max(200);

const ofWorkspace = z.object({ workspaceId: id });

/** What a call of a workspace is given: its own input, and which workspace is meant. */
export type OfWorkspace<Input extends z.ZodType> = z.ZodIntersection<typeof ofWorkspace, Input>;

/** A call that is about one workspace, and says which: main fills in none (design: "Every call names its workspace"). */
export interface WorkspaceCall<Input extends z.ZodType, Answer> extends Call<OfWorkspace<Input>, Answer> {
  readonly scope: 'workspace';
}

/**
 * `workspaceCall(schema).answers<Type>()`: a call about one workspace; `workspaceCall(noInput)` where there is nothing
 * else to say. Error `workspace_closed` where that workspace is not open.
 */
export function workspaceCall<Input extends z.ZodType>(
  input: Input,
): { answers<Answer>(): WorkspaceCall<Input, Answer> } {
  return { answers: () => ({ scope: 'workspace', input: ofWorkspace.and(input) }) };
}

export const noInput = z.object({});
export const ids = z.array(id).min(1).max(1000);

/** How many of those named were changed; the others had moved on meanwhile. */
export interface Changed {
  readonly changed: number;
}

/** What a file made by the app is called where it went; null when the person cancelled. */
export interface SavedFile {
  readonly path: string | null;
  readonly count: number;
}
