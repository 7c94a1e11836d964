import type { RightsRequest } from '../../../shared/rights.ts';
import { showErrorInShell } from '../../api/shell-error.ts';

/** The decision to explain: of a submission, or of one that is yet to be chosen among those of a person. */
export interface DecisionToExplain {
  readonly workspaceId: string;
  readonly submissionId: string | null;
  /** Whose submissions to choose from if it isn't known. */
  readonly person: { readonly name: string; readonly phone: string };
  /** The candidate's request, which can be closed afterwards. */
  readonly request?: RightsRequest;
}

/** Shows a draft that explains a decision, to be edited and given out. The dialog loads on demand. */
export function openExplain(decision: DecisionToExplain): void {
  import('./explain-decision.tsx').then(({ showExplain }) => showExplain(decision)).catch(showErrorInShell);
}
