import { ActionIcon, Checkbox, Menu, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import { BusyButton, type BusyButtonProps } from '../../parts/form.tsx';
import { countOf, shortId } from '../../parts/format.ts';
import { type GridColumn, useRowTabIndex } from '../../parts/grid/grid-columns.ts';
import { PhoneText } from '../../parts/phone.tsx';
import { Reason } from '../../parts/service-answer.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { editFromOutboxPath } from '../../routes/paths.ts';
import classes from './outbox.module.css';
import { askForRequestId, askForTimeZoneOf, offeredZones } from './outbox-dialogs.tsx';
import { askToDiscard, askToSendAgain, useEdit, useHold, useMayTry, useTryNow } from './outbox-questions.tsx';
import { causeOf, firstSentence, isPausedByYou, useSelection } from './state-words.ts';
import { useWaitingWords } from './use-waiting-words.ts';

/** The candidate's name and phone number. */
export function CandidateCell({ row }: { row: OutboxRow }) {
  return (
    <div className={classes['stacked']}>
      <ClippedText strong>{row.candidateName}</ClippedText>
      <span className={classes['beneath']}>
        <PhoneText e164={row.phoneNumber} />
      </span>
    </div>
  );
}

/** The job description's name in the Library, or its ID. */
export function JobCell({ row }: { row: OutboxRow }) {
  return row.jobName ? (
    <ClippedText>{row.jobName}</ClippedText>
  ) : (
    <ClippedText mono dimmed title={row.jobDescriptionId}>
      {shortId(row.jobDescriptionId)}
    </ClippedText>
  );
}

/** What the service said about a refused submission, and what to do. */
function ProblemCell({ row: { problem, candidateName, updatedAt } }: { row: OutboxRow }) {
  if (!problem) return <span className={classes['beneath']}>Unknown</span>;
  return (
    <Reason
      problem={problem}
      candidateName={candidateName}
      next={<NextStep at={updatedAt} problem={problem} />}
    />
  );
}

/** When it happened, and what to do. */
function NextStep({ at, problem }: { at: number; problem: SubmissionProblem }) {
  return (
    <>
      <RelativeTime at={at} />
      {` · ${problemWords(problem).nextStep}`}
    </>
  );
}

/** What happened to an unconfirmed submission, when, and what to do. */
function HappenedCell({ row: { problem, candidateName, updatedAt } }: { row: OutboxRow }) {
  if (!problem) return <span className={classes['beneath']}>Unknown cause</span>;
  return (
    <Reason
      problem={problem}
      candidateName={candidateName}
      message={`${firstSentence(problem)}.`}
      next={<NextStep at={updatedAt} problem={problem} />}
    />
  );
}

/** When a draft was taken back and, if it was tried before, why it was not accepted. */
function DraftCell({ row: { problem, candidateName, attempts, updatedAt } }: { row: OutboxRow }) {
  const when = <RelativeTime at={updatedAt} />;
  if (!problem || attempts === 0) return <span className={classes['beneath']}>Taken back {when}</span>;
  return (
    <Reason
      problem={problem}
      candidateName={candidateName}
      next={
        <>
          Tried {countOf(attempts, 'time')}, taken back {when}
        </>
      }
    />
  );
}

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={classes['cardActions']}>{children}</div>;
}

interface RowButtonProps extends BusyButtonProps {
  readonly children: string;
  readonly className?: string | undefined;
}

/** A button in a row; a tab stop only while its row is active. */
export function RowButton(props: RowButtonProps) {
  const tabIndex = useRowTabIndex();
  return <BusyButton size="compact-xs" variant="default" tabIndex={tabIndex} {...props} />;
}

/** Replaces `Send again`, in the same width, where the service is known to have the submission. */
function HasArrived() {
  return (
    <span className={classes['arrived']} data-instead-of="Send again" title={ARRIVED}>
      Arrived
      <VisuallyHidden>. {ARRIVED}</VisuallyHidden>
    </span>
  );
}

const ARRIVED = 'The service accepted it: if you sent it again, this person would be called twice.';

/** What a person can do with a submission in its state. */
function OutboxActions({ row }: { row: OutboxRow }) {
  switch (row.state) {
    case 'unconfirmed':
      return <DecisionActions row={row} />;
    case 'rejected':
      return <RefusedActions row={row} />;
    case 'draft':
      return <DraftActions row={row} />;
    default:
      return <WaitingActions row={row} />;
  }
}

function DecisionActions({ row }: { row: OutboxRow }) {
  return (
    <RowActions>
      <RowButton onClick={() => askForRequestId(row)}>Enter request ID</RowButton>
      {maySendAgain(row) ? (
        <RowButton onClick={() => askToSendAgain(row)}>Send again</RowButton>
      ) : (
        <HasArrived />
      )}
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}

function RefusedActions({ row }: { row: OutboxRow }) {
  const [, navigate] = useLocation();
  return (
    <RowActions>
      <RowButton onClick={() => navigate(editFromOutboxPath(row.id))}>Edit and submit again</RowButton>
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}

function DraftActions({ row }: { row: OutboxRow }) {
  const edit = useEdit(row);
  return (
    <RowActions>
      <RowButton onClick={edit.start}>Edit</RowButton>
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}

interface RowAction {
  readonly label: string;
  readonly busy?: boolean;
  readonly run: () => void;
}

/** The actions of a waiting submission: side by side, or in the menu `More actions` if the row is narrow. */
function WaitingActions({ row }: { row: OutboxRow }) {
  const [main, ...others] = useWaitingActions(row);
  if (!main || row.state === 'connecting' || row.state === 'sending') return null;
  return (
    <div className={classes['rowActions']}>
      <div className={classes['rowActionsLine']}>
        {/* With a key, so that a second press of a key can't reach what took its place. */}
        <RowButton key={main.label} busy={main.busy ?? false} onClick={main.run}>
          {main.label}
        </RowButton>
        {others.map(({ label, busy = false, run }) => (
          <RowButton key={label} className={classes['spare']} busy={busy} onClick={run}>
            {label}
          </RowButton>
        ))}
        <MoreActions actions={others} />
      </div>
    </div>
  );
}

/** The likeliest first. */
function useWaitingActions(row: OutboxRow): readonly RowAction[] {
  const { tryOne, isPending } = useTryNow();
  const mayTry = useMayTry();
  const hold = useHold();
  const edit = useEdit(row);
  const paused = isPausedByYou(row);
  const pause: RowAction = {
    label: paused ? 'Resume' : 'Pause',
    busy: hold.isPending,
    run: () => hold.mutate({ id: row.id, hold: !paused }),
  };
  // A submission on hold for another reason isn't being sent anyway.
  const pausing = paused || row.state === 'queued' ? [pause] : [];
  const editing: RowAction = { label: edit.label, busy: edit.isPending, run: edit.start };
  const discard: RowAction = { label: 'Discard', run: () => askToDiscard(row) };
  const timeZones = offeredZones(row);
  if (timeZones) {
    const choose = { label: 'Choose time zone', run: () => askForTimeZoneOf(row, timeZones) };
    return [choose, editing, ...pausing, discard];
  }
  if (!mayTry(row)) return [editing, ...pausing, discard];
  return [{ label: 'Try now', busy: isPending, run: () => tryOne(row) }, ...pausing, editing, discard];
}

function MoreActions({ actions }: { actions: readonly RowAction[] }) {
  const tabIndex = useRowTabIndex();
  return (
    <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className={classes['rowMore']}
          size={22}
          variant="default"
          aria-label="More actions"
          tabIndex={tabIndex}
        >
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, run }) => (
          <Menu.Item key={label} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Selects all rows, or none. */
function SelectAllCheckbox() {
  const { chosen, allChosen, canChooseAll, chooseAll } = useSelection();
  return (
    <Checkbox
      size="xs"
      aria-label="Select all submissions"
      // The buttons above are for all of a long group.
      disabled={!canChooseAll}
      checked={allChosen}
      indeterminate={chosen.length > 0 && !allChosen}
      onChange={(event) => chooseAll(event.currentTarget.checked)}
    />
  );
}

/** Selects one row; with Shift, all rows from the last one changed. */
function SelectCheckbox({ row }: { row: OutboxRow }) {
  const { isChosen, choose } = useSelection();
  const tabIndex = useRowTabIndex();
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${row.candidateName}`}
      tabIndex={tabIndex}
      checked={isChosen(row)}
      onChange={(event) => {
        const { nativeEvent } = event;
        const through = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        choose(row, event.currentTarget.checked, through);
      }}
    />
  );
}

/** Why a submission is not accepted, since when, and what comes next. */
function ReasonCell({ row }: { row: OutboxRow }) {
  switch (row.state) {
    case 'unconfirmed':
      return <HappenedCell row={row} />;
    case 'rejected':
      return <ProblemCell row={row} />;
    case 'draft':
      return <DraftCell row={row} />;
    default:
      return <StateCell row={row} />;
  }
}

/** The state of a waiting submission; the seconds until it's sent count down. */
function StateCell({ row }: { row: OutboxRow }) {
  const words = useWaitingWords(row);
  const cause = causeOf(row);
  if (cause) return <Reason problem={cause} candidateName={row.candidateName} next={words} />;
  return (
    <span className={classes['state']} data-state={row.state} title={words} dir="auto">
      {words}
    </span>
  );
}

type OutboxColumn = GridColumn<OutboxRow>;

/** Why a submission is not accepted gets the most room. */
export const REASON_TRACK = 'minmax(200px, 3.6fr)';

/** Room for all actions side by side if the grid is wide, otherwise for two lines of them or a menu. */
const ACTIONS_TRACK = 'clamp(176px, calc((100% - 860px) * 1000), 284px)';

const candidateColumn: OutboxColumn = {
  id: 'candidate',
  header: 'Candidate',
  meta: { track: 'minmax(120px, 1.2fr)' },
  cell: (row) => <CandidateCell row={row} />,
};

const jobColumn: OutboxColumn = {
  id: 'job',
  header: 'Job description',
  meta: { track: 'minmax(100px, 1fr)', from: 800 },
  cell: (row) => <JobCell row={row} />,
};

/** The columns of every grid of the Outbox, so that those of all groups line up. */
export const outboxColumns: readonly OutboxColumn[] = [
  {
    id: 'select',
    header: () => <SelectAllCheckbox />,
    meta: { track: '16px' },
    cell: (row) => <SelectCheckbox row={row} />,
  },
  candidateColumn,
  jobColumn,
  {
    id: 'reason',
    header: 'What happened',
    meta: { track: REASON_TRACK },
    cell: (row) => <ReasonCell row={row} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { track: ACTIONS_TRACK },
    cell: (row) => <OutboxActions row={row} />,
  },
];
