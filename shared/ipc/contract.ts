/**
 * All calls from the renderer to the main process: group -> name -> input schema and answer type. The channel name is
 * `group.name`, and each occurs only here. Main parses every input with the schema; every answer is a `Result`. The
 * groups are in the files beside this one.
 */
import type { z } from 'zod';
import type { Result } from '../result.ts';
import {
  app,
  backup,
  connectionCheck,
  desktop,
  diagnostics,
  managed,
  network,
  session,
  settings,
  team,
  updates,
  workspaces,
} from './app-calls.ts';
import type { Call, WorkspaceCall } from './call.ts';
import { imports } from './import-calls.ts';
import { library } from './library-calls.ts';
import { doNotCall, evidence, explanations, holds, privacy } from './privacy-calls.ts';
import { insights, pins, requests, views } from './request-calls.ts';
import { rules, submissions } from './submission-calls.ts';

export const contract = {
  app,
  workspaces,
  session,
  team,
  managed,
  connectionCheck,
  submissions,
  requests,
  views,
  pins,
  library,
  imports,
  insights,
  diagnostics,
  rules,
  doNotCall,
  evidence,
  privacy,
  explanations,
  holds,
  settings,
  backup,
  desktop,
  network,
  updates,
};

export type Contract = typeof contract;
export type Group = keyof Contract;

/**
 * The renderer's view of calls without a workspace: the same tree, each call a function that resolves to a `Result`.
 */
export type Client = {
  readonly [G in Group]: {
    readonly [N in keyof Contract[G] as Contract[G][N] extends WorkspaceCall<z.ZodType, unknown>
      ? never
      : N]: Contract[G][N] extends Call<infer Input, infer Answer>
      ? undefined extends z.input<Input>
        ? () => Promise<Result<Answer>>
        : (input: z.input<Input>) => Promise<Result<Answer>>
      : never;
  };
};

/** The renderer's view of one workspace: the same tree; the client adds the workspace's id to each call. */
export type WorkspaceClient = {
  readonly [G in Group]: {
    readonly [N in keyof Contract[G] as Contract[G][N] extends WorkspaceCall<z.ZodType, unknown>
      ? N
      : never]: Contract[G][N] extends WorkspaceCall<infer Input, infer Answer>
      ? Record<string, never> extends z.input<Input>
        ? (input?: z.input<Input>) => Promise<Result<Answer>>
        : (input: z.input<Input>) => Promise<Result<Answer>>
      : never;
  };
};

/** Main's view: the same tree, each call a function of its parsed input. It throws a `CodedError` for an expected failure. */
export type Handlers = {
  readonly [G in Group]: {
    readonly [N in keyof Contract[G]]: Contract[G][N] extends Call<infer Input, infer Answer>
      ? (input: z.output<Input>) => Promise<Answer> | Answer
      : never;
  };
};
