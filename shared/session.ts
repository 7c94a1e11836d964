import type { AppError } from './failures.ts';
import type { RedirectWay } from './workspace.ts';

/** Where sign-in stands for one workspace. Tokens never appear here: they stay in the main process. */
export type SessionStatus =
  | { readonly phase: 'signed_out'; readonly reason?: AppError | undefined }
  | {
      readonly phase: 'waiting_for_browser';
      readonly link: string;
      readonly way: RedirectWay;
    }
  | { readonly phase: 'exchanging_code' }
  | {
      readonly phase: 'signed_in';
      readonly storage: 'sealed' | 'weak' | 'memory';
      /** Why it could not be renewed when that was tried last; it is tried again by itself. */
      readonly trouble?: AppError;
    };
