import { modals } from '@mantine/modals';
import type { Verdict } from '../../../shared/request.ts';
import { openDialog } from '../dialog/open-dialog.ts';
import { ReasonForm } from './reason-form.tsx';
import { VERDICT_WORDS } from './verdict-words.ts';

const MODAL_ID = 'verdict-reason';

interface AskedVerdict {
  readonly verdict: Verdict;
  readonly who: string;
  /** Gives the verdict. If it rejects, the dialog stays open and shows the error. */
  readonly run: (reason: string) => Promise<unknown>;
}

/** Opens the dialog that asks for the reason of a verdict. */
export function openReasonForm({ verdict, ...props }: AskedVerdict): void {
  openDialog({
    modalId: MODAL_ID,
    title: `Verdict: ${VERDICT_WORDS[verdict]}`,
    children: <ReasonForm {...props} onClose={() => modals.close(MODAL_ID)} />,
  });
}
