import { showErrorInShell } from '../../api/shell-error.ts';

/** What people may call this in the palette. */
export const NOT_TO_CALL_WORDS =
  'block blocklist blacklist suppression opt out unsubscribe don’t never phone call me again contact stop calling dnc';

/** Whom nobody may call from now on. */
export interface PeopleNotToCall {
  readonly workspaceId: string;
  /** The person's name, if it is one. */
  readonly candidateName?: string;
  /** E.164. */
  readonly phoneNumbers: readonly string[];
}

/** Asks for the reason, and puts the numbers on the do-not-call list. The dialog loads on demand. */
export function openNotToCall(people: PeopleNotToCall): void {
  import('./not-to-call.tsx').then(({ showNotToCall }) => showNotToCall(people)).catch(showErrorInShell);
}
