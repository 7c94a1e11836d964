import { Button } from '@mantine/core';
import { type GroupPart, type OutboxRow, waitsForRetry } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { FIELD_WORDS } from '../../../shared/words/problem-words.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { askToDiscardMany, askToResubmit, askToSendManyAgain } from './ask-for-bulk.tsx';
import { askForTimeZone } from './ask-for-time-zone.tsx';
import { askToCorrect, SHARED_FIELDS } from './ask-to-correct.tsx';
import { GroupWords } from './group-words.tsx';
import { notToCallGroup } from './not-to-call-group.ts';
import type { GroupTarget } from './run-bulk.tsx';
import { useMayTry } from './use-may-try.ts';
import { useTryNow } from './use-try-now.ts';

interface BulkActionsProps {
  readonly about: GroupTarget;
  /** The loaded ones. */
  readonly rows: readonly OutboxRow[];
  /** What they have in common; null if nothing. */
  readonly problem: SubmissionProblem | null;
}

/** What can be done with all submissions of a group at once. */
export function BulkActions({ about: target, rows, problem }: BulkActionsProps) {
  const { part, count } = target;
  const workspace = useCurrentWorkspace();
  const { tryMany } = useTryNow();
  const mayTry = useMayTry();
  const [first] = rows;
  const tried = WAITING.has(part) ? rows.find((row) => waitsForRetry(row) && mayTry(row)) : undefined;
  const many = formatNumber(count);
  const said = problem && first ? <GroupWords problem={problem} candidateName={first.candidateName} /> : null;
  return (
    <>
      {part === 'refused' &&
        sharedFieldsOf(problem).map((field) => (
          <GroupButton key={field} onClick={() => askToCorrect({ workspace, target, field, said })}>
            {`Change ${FIELD_WORDS[field]} for these ${many} and send again`}
          </GroupButton>
        ))}
      {part === 'refused' && (
        <GroupButton onClick={() => askToResubmit(target, said)}>{`Send these ${many} again`}</GroupButton>
      )}
      {part === 'decisions' && (
        <GroupButton
          onClick={() => askToSendManyAgain(target, count)}
        >{`Send these ${many} again`}</GroupButton>
      )}
      {problem?.timeZones && (
        <GroupButton
          onClick={() => askForTimeZone({ target, timeZones: problem.timeZones ?? [] })}
        >{`Choose the time zone of these ${many}`}</GroupButton>
      )}
      {tried && <GroupButton onClick={() => tryMany(target, tried)}>{`Try these ${many} now`}</GroupButton>}
      <GroupButton onClick={() => askToDiscardMany(target)}>{`Discard these ${many}`}</GroupButton>
      <GroupButton onClick={() => notToCallGroup(target)}>{`Do not call these ${many}`}</GroupButton>
    </>
  );
}

/** Fields that the service named and that can be changed for all. */
function sharedFieldsOf(problem: SubmissionProblem | null) {
  const named = (problem?.said?.fields ?? []).map(({ field }) => field);
  return SHARED_FIELDS.filter((field) => named.includes(field));
}

const WAITING: ReadonlySet<GroupPart> = new Set(['held', 'waiting']);

function GroupButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}
