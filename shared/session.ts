import type { AppError } from './failures.ts';
import type { RedirectWay } from './workspace.ts';

/** The sign-in state of one workspace. Tokens never appear here; they stay in the main process. */
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
      /** Why the last token refresh failed; it is retried automatically. */
      readonly trouble?: AppError;
    };
