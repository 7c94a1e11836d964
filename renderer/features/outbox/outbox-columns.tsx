import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useLocation } from 'wouter';
import { isEntry } from '../../../shared/do-not-call.ts';
import type { HistoryRow, OutboxRow } from '../../../shared/outbox.ts';
import {
  answerWords,
  firstSentence,
  problemWords,
  reasonWords,
} from '../../../shared/words/problem-words.ts';
import { useForbidding } from '../../api/phone-number.ts';
import { BusyButton } from '../../parts/form.tsx';
import { shortId } from '../../parts/format.ts';
import { type GridColumn, useRowTabIndex } from '../../parts/grid/grid-columns.ts';
import { hasWholeAnswer, openWholeAnswer, wholeAnswerLabel } from '../../parts/service-answer.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { editFromOutboxPath, listedPath, submitAgainPath } from '../../routes/paths.ts';
import classes from './outbox.module.css';
import { shortStateWords, stateWords } from './state-words.ts';
import { type SubmissionAction, useNextSteps } from './submission-actions.ts';
import { useCircumstances } from './use-waiting-words.ts';

/** Whether the heading of the rows says why they are not accepted. */
export const SaidInHeading = createContext(false);

/** One line, complete in its tooltip. */
function ReasonLine({ title, held, children }: { title: string; held?: boolean; children: ReactNode }) {
  return (
    <span className={classes['reason']} data-held={held || undefined} title={title} dir="auto">
      {children}
    </span>
  );
}

/** Why a submission is not accepted, in a few words. */
function ReasonCell({ row }: { row: OutboxRow }) {
  const isSaid = useContext(SaidInHeading);
  const { state, problem, attempts, updatedAt } = row;
  if (state === 'queued' || state === 'connecting' || state === 'sending' || state === 'held')
    return <WaitingReason row={row} isSaid={isSaid} />;
  const isTried = problem !== null && (state !== 'draft' || attempts > 0);
  return (
    <ReasonLine title={wholeReason(row)}>
      {isTried && !isSaid ? (
        reasonWords(problem)
      ) : (
        <>
          {state === 'draft' ? 'Taken back ' : !problem && `${firstSentence(problem)} `}
          <RelativeTime at={updatedAt} />
        </>
      )}
    </ReasonLine>
  );
}

/** What a waiting submission waits for; the seconds until it's sent count down. */
function WaitingReason({ row, isSaid }: { row: OutboxRow; isSaid: boolean }) {
  const circumstances = useCircumstances(row);
  return (
    <ReasonLine
      title={[wholeReason(row), stateWords(row, circumstances)].filter(Boolean).join('\n\n')}
      held={row.state === 'held'}
    >
      {shortStateWords(row, circumstances, isSaid)}
    </ReasonLine>
  );
}

/** What happened, what to do, and all that the service said; '' if nothing went wrong. */
function wholeReason({ problem }: OutboxRow): string {
  if (!problem) return '';
  const { message, nextStep } = problemWords(problem);
  return [message, nextStep, answerWords(problem)].filter(Boolean).join('\n\n');
}

interface MainAndMoreProps {
  readonly actions: readonly Pick<SubmissionAction, 'label' | 'busy' | 'run'>[];
  /** The name of the menu with all but the first. */
  readonly more: string;
  readonly tabIndex?: 0 | -1;
}

/** The first action as a button, the others in a menu. */
export function MainAndMore({ actions, more, tabIndex = 0 }: MainAndMoreProps) {
  const [main, ...others] = actions;
  if (!main) return null;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" flex="none">
      {/* With a key, so that a second press of a key can't reach what took its place. */}
      <BusyButton
        key={main.label}
        size="compact-sm"
        variant="default"
        tabIndex={tabIndex}
        busy={main.busy ?? false}
        onClick={main.run}
      >
        {main.label}
      </BusyButton>
      {others.length > 0 && <MoreMenu actions={others} label={more} tabIndex={tabIndex} />}
    </Group>
  );
}

interface MoreMenuProps {
  readonly actions: MainAndMoreProps['actions'];
  readonly label: string;
  readonly tabIndex: 0 | -1;
}

function MoreMenu({ actions, label, tabIndex }: MoreMenuProps) {
  return (
    <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={24} aria-label={label} title="More" tabIndex={tabIndex}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action.label} onClick={action.run}>
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The likeliest thing to do with a submission as a button, everything else in its menu. */
function OutboxActions({ row }: { row: OutboxRow }) {
  const { problem, candidateName } = row;
  const steps = useNextSteps(row, editFromOutboxPath(row.id));
  const answer =
    problem && hasWholeAnswer(problem)
      ? [{ label: wholeAnswerLabel(problem), run: () => openWholeAnswer(problem, candidateName) }]
      : [];
  return <RowActions actions={[...steps, ...answer]} row={row} />;
}

/** A tab stop only while its row is active. */
function RowActions({ actions, row }: Pick<MainAndMoreProps, 'actions'> & { row: OutboxRow }) {
  const tabIndex = useRowTabIndex();
  return <MainAndMore actions={actions} more={`More for ${row.candidateName}`} tabIndex={tabIndex} />;
}

const WITHDRAWN: Readonly<Record<NonNullable<HistoryRow['discardedBy']>, string>> = {
  discard: 'You discarded it',
  correction: 'Submitted again',
  do_not_call: 'Its number is on the do-not-call list',
};

/** What became of a submission and when and, if it was not accepted before, why. */
function HistoryCell({ row }: { row: HistoryRow }) {
  const { problem, state, discardedBy, updatedAt } = row;
  const isSent = state === 'accepted';
  return (
    <ReasonLine title={wholeReason(row)}>
      {isSent ? 'Accepted' : WITHDRAWN[discardedBy ?? 'discard']} <RelativeTime at={updatedAt} />
      {problem && !isSent && ` · ${reasonWords(problem)}`}
    </ReasonLine>
  );
}

/** The form for a new one, unless a corrected one took its place. */
function HistoryActions({ row }: { row: HistoryRow }) {
  const [, navigate] = useLocation();
  const { id, state, discardedBy, phoneNumber } = row;
  const isOver = state === 'accepted' || discardedBy === 'correction';
  const isListed = isEntry(useForbidding(isOver ? null : phoneNumber));
  const listed = { label: 'Who listed it', run: () => navigate(listedPath(phoneNumber)) };
  const anew = { label: 'Submit anew', run: () => navigate(submitAgainPath(id)) };
  return <RowActions actions={isOver ? [] : [isListed ? listed : anew]} row={row} />;
}

/** The columns of every grid of the Outbox, so that those of all groups line up. */
function columns<Row extends OutboxRow>(
  reason: (row: Row) => ReactNode,
  actions: (row: Row) => ReactNode,
): readonly GridColumn<Row>[] {
  return [
    {
      id: 'candidate',
      header: 'Candidate',
      meta: { track: 'minmax(120px, 1.2fr)' },
      cell: ({ candidateName, phoneNumber }) => ({
        text: candidateName,
        title: `${candidateName}\n${phoneNumber}`,
        className: classes['name'],
      }),
    },
    {
      id: 'job',
      header: 'Job description',
      meta: { track: 'minmax(100px, 1.2fr)', from: 680 },
      cell: ({ jobName, jobDescriptionId }) =>
        jobName === null
          ? { text: shortId(jobDescriptionId), title: jobDescriptionId, className: classes['dim'] }
          : { text: jobName },
    },
    {
      id: 'reason',
      header: 'What happened',
      meta: { track: 'minmax(100px, 2.6fr)' },
      cell: reason,
    },
    { id: 'actions', header: 'Actions', meta: { track: '200px' }, cell: actions },
  ];
}

export const outboxColumns = columns<OutboxRow>(
  (row) => <ReasonCell row={row} />,
  (row) => <OutboxActions row={row} />,
);

export const historyColumns = columns<HistoryRow>(
  (row) => <HistoryCell row={row} />,
  (row) => <HistoryActions row={row} />,
);
