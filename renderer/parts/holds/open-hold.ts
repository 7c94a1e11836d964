import { showErrorInShell } from '../../api/shell-error.ts';

/** What a hold may be about: requests, or what a person types. */
export interface HoldAbout {
  readonly workspaceId: string;
  /** The persons of these submissions; without them, a person is typed. */
  readonly submissionIds?: readonly string[];
  /** The only person's name, if it is one. */
  readonly candidateName?: string;
  /** The job description of all of them, if it is the same. */
  readonly jobDescriptionId?: string;
  /** Their tags. */
  readonly tags?: readonly string[];
}

/** Requests to hold. */
export type RequestsToHold = HoldAbout & Required<Pick<HoldAbout, 'submissionIds'>>;

/** Asks what to hold and why, and holds it. The dialog loads on demand. */
export function openHold(about: RequestsToHold): void {
  import('./hold-dialog.tsx').then(({ showHold }) => showHold(about)).catch(showErrorInShell);
}
