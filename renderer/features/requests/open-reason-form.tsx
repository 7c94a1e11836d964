import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { openDialog } from '../../parts/dialog.tsx';
import type { ReasonFormProps } from './reason-form.tsx';

/** Opens the dialog that asks for the reason of a verdict. */
export function openReasonForm(asked: Omit<ReasonFormProps, 'onClose'>): void {
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
