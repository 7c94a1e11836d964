import type { FoundPolicy } from './policy-text.ts';

/** A location that may hold a policy. */
export interface PolicySource {
  /** Its name on screen: a path or a registry key. */
  readonly place: string;
  /** Never rejects: failures are `unreadable`. */
  read(): Promise<FoundPolicy>;
}
