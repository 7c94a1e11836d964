import type { FoundPolicy } from './policy-text.ts';

/** A place where a policy may be. */
export interface PolicySource {
  /** What the place is called on screen: a path, or a key of the registry. */
  readonly place: string;
  /** Reads it. What goes wrong is an answer (`unreadable`), never a rejection. */
  read(): Promise<FoundPolicy>;
}
