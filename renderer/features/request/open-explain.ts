import { showErrorInShell } from '../../api/query-client.ts';

/** The decision on a submission. */
export interface DecisionToExplain {
  readonly workspaceId: string;
  readonly submissionId: string;
}

/** Shows a draft that explains a decision, to be edited and given out. The dialog loads on demand. */
export function openExplain(decision: DecisionToExplain): void {
  import('./explain-decision.tsx').then(({ showExplain }) => showExplain(decision)).catch(showErrorInShell);
}
