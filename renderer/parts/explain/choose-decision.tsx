import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FoundSubmission } from '../../../shared/privacy.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { EmptyState } from '../empty-state/empty-state.tsx';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { PhoneText } from '../phone/phone-text.tsx';
import { formatDate } from '../time/format-time.ts';
import { DialogEnd } from './dialog-end.tsx';
import classes from './explain.module.css';
import type { DecisionToExplain } from './open-explain.ts';

interface ChooseDecisionProps {
  readonly decision: DecisionToExplain;
  readonly onChoose: (submissionId: string) => void;
  readonly onClose: () => void;
}

/** The submissions of a person, to choose the one whose decision is explained. */
export function ChooseDecision({ decision, onChoose, onClose }: ChooseDecisionProps) {
  const { person, workspaceId } = decision;
  const { data, error, refetch } = useQuery({
    queryKey: ['rights', 'decisions', workspaceId, person.name, person.phone],
    queryFn: () => workspaceAccess(workspaceId).api.privacy.find({ ...person, everywhere: true }),
    gcTime: 0,
  });
  return (
    <DialogEnd onClose={onClose}>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton height={160} radius="md" />}
      {data?.submissions.length === 0 && (
        <EmptyState title="Nothing was submitted">
          No submission on this computer has this name or number. Correct the entry, or open the request and
          use its menu.
        </EmptyState>
      )}
      {data && data.submissions.length > 0 && (
        <>
          <p className={classes['words']}>
            Which decision? The same name may be somebody else’s: look at the number.
          </p>
          <ul className={classes['choices']} aria-label="Submissions of this person">
            {data.submissions.map((each) => (
              <Choice key={each.submissionId} submission={each} onChoose={onChoose} />
            ))}
          </ul>
        </>
      )}
    </DialogEnd>
  );
}

interface ChoiceProps {
  readonly submission: FoundSubmission;
  readonly onChoose: (submissionId: string) => void;
}

function Choice({ submission, onChoose }: ChoiceProps) {
  const { submissionId, candidateName, phoneNumber, workspace, submittedAt } = submission;
  return (
    <li>
      <UnstyledButton className={classes['choice'] ?? ''} onClick={() => onChoose(submissionId)}>
        <bdi className={classes['name']}>{candidateName}</bdi>
        <span className={classes['dim']}>
          <PhoneText e164={phoneNumber} />
        </span>
        <span className={classes['dim']}>
          {formatDate(submittedAt)} · <bdi>{workspace}</bdi>
        </span>
      </UnstyledButton>
    </li>
  );
}
