import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { BusyButton } from '../../../parts/form/busy-button.tsx';
import { type Action, useActions } from '../../../parts/shortcuts/actions.ts';
import classes from './standing.module.css';
import { type SubmissionAction, useSubmissionActions } from './use-submission-actions.ts';

/** The next steps of a submission, also offered in the palette. */
export function StandingActions({ submission }: { submission: SubmissionDetail }) {
  const actions = useSubmissionActions(submission);
  useActions(actions.map(paletteAction));
  return (
    <div className={classes['actions']}>
      {actions.map(({ label, busy = false, isMain = false, run }) => (
        <BusyButton key={label} size="xs" variant={isMain ? 'filled' : 'default'} busy={busy} onClick={run}>
          {label}
        </BusyButton>
      ))}
    </div>
  );
}

function paletteAction({ label, keywords = '', run }: SubmissionAction): Action {
  return { id: `submission.${label}`, name: label, group: 'This submission', keywords, run };
}
