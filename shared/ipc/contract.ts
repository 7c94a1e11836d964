/**
 * All calls from the renderer to the main process: group -> name -> input schema and answer type. The channel name is
 * `group.name`, and each occurs only here. Main parses every input with the schema; every answer is a `Result`. The
 * groups are in `calls/`.
 */
import type { z } from 'zod';
import type { Result } from '../result.ts';
import type { Call, WorkspaceCall } from './call.ts';
import { app, session, settings, workspaces } from './calls/app-calls.ts';
import { backup } from './calls/backup-calls.ts';
import { connectionCheck } from './calls/connection-check-calls.ts';
import { desktop } from './calls/desktop-calls.ts';
import { diagnostics } from './calls/diagnostics-calls.ts';
import { doNotCall } from './calls/do-not-call-calls.ts';
import { evidence } from './calls/evidence-calls.ts';
import { explanations } from './calls/explanation-calls.ts';
import { holds } from './calls/hold-calls.ts';
import { imports } from './calls/import-calls.ts';
import { insights } from './calls/insights-calls.ts';
import { library } from './calls/library-calls.ts';
import { managed } from './calls/managed-calls.ts';
import { network } from './calls/network-calls.ts';
import { privacy } from './calls/privacy-calls.ts';
import { pins, requests, views } from './calls/request-calls.ts';
import { rules } from './calls/rules-calls.ts';
import { submissions } from './calls/submission-calls.ts';
import { updates } from './calls/update-calls.ts';

export const contract = {
  app,
  workspaces,
  session,
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

/** Main's view: the same tree, each call a function of its parsed input. */
export type Handlers = {
  readonly [G in Group]: {
    readonly [N in keyof Contract[G]]: Contract[G][N] extends Call<infer Input, infer Answer>
      ? (input: z.output<Input>) => Promise<Result<Answer>> | Result<Answer>
      : never;
  };
};
