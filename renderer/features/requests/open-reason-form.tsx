import type { Verdict } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { openDialog } from '../../parts/dialog.tsx';

interface AskedVerdict {
  /** null: the dialog asks for it, too. */
  readonly verdict: Verdict | null;
  readonly who: string;
  readonly covered: boolean;
  /** Gives the verdict. If it rejects, the dialog stays open and shows the error. */
  readonly run: (reason: string, verdict: Verdict) => Promise<unknown>;
}

/** Opens the dialog that asks for the reason of a verdict. */
export function openReasonForm(asked: AskedVerdict): void {
  openDialog(async () => {
    // Loaded when it is needed, because few workspaces ask for reasons.
    const { ReasonForm } = await import('./reason-form.tsx');
    return {
      modalId: 'verdict-reason',
      title: asked.verdict === null ? 'Your verdict' : `Verdict: ${VERDICT_WORDS[asked.verdict]}`,
      content: (close) => <ReasonForm {...asked} onClose={close} />,
    };
  });
}
