import type { AppError } from './failures.ts';
import type { SecretKeeping } from './key-store.ts';
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
  /** Signed in before; the key store has to be unlocked before anybody can know whether that still holds. */
  | { readonly phase: 'waiting_for_key_store' }
  | {
      readonly phase: 'signed_in';
      readonly storage: SecretKeeping;
      /** Why the last token refresh failed; it is retried automatically. */
      readonly trouble?: AppError;
    };
