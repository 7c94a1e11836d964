import { Anchor, Button, Skeleton, Tabs } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { isEntry } from '../../../shared/do-not-call.ts';
import {
  attentionOf,
  type DiscardedRow,
  GROUPED_TABS,
  type GroupedTab,
  OUTBOX_PAGE,
  OUTBOX_TABS,
  type Outbox,
  type OutboxCounts,
  type OutboxPart,
  type OutboxQuestion,
  type OutboxTab,
} from '../../../shared/outbox.ts';
import { toApiError, type WorkspaceAccess } from '../../api/api.ts';
import { useCurrentWorkspace, useOutboxCounts, useWorkspace } from '../../api/app-state.tsx';
import { undoInChunks } from '../../api/outbox.ts';
import { useForbidding } from '../../api/phone-number.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { BusyButton } from '../../parts/form.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { Dim } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { EmptyState, Page, useKeptFocus } from '../../parts/page.tsx';
import { Reason } from '../../parts/service-answer.tsx';
import { Countdown, RelativeTime, useNow } from '../../parts/time.tsx';
import { isToastShown, showToast } from '../../parts/toast.tsx';
import { questionEnd, questionTitle, questionWords } from '../../parts/words.ts';
import { usePathSegment } from '../../routes/hash-location.ts';
import { listedPath, outboxPath, submitAgainPath } from '../../routes/paths.ts';
import { rememberOutboxPlace } from '../../routes/unsaved-work.ts';
import { CauseTab } from './cause-tab.tsx';
import classes from './outbox.module.css';
import { CandidateCell, JobCell, REASON_TRACK, RowActions, RowButton } from './outbox-columns.tsx';
import { useMayTry, useMayTryAny, useTryNow } from './outbox-questions.tsx';
import {
  OutboxSection,
  type OutboxSectionProps,
  useOpenedRow,
  useOutboxRows,
  usePagedRows,
} from './outbox-section.tsx';

/** All submissions the service hasn't accepted yet, in tabs by what needs to happen next. */
export function OutboxPage() {
  const segment = usePathSegment(1);
  const tab = OUTBOX_TABS.find((known) => known === segment) ?? 'all';
  const { id } = useCurrentWorkspace();
  const counts = useOutboxCounts(id);
  useEffect(() => rememberOutboxPlace(id, outboxPath(tab)), [id, tab]);
  useKeptFocus();
  const { data, error, refetch } = useQuery(useWorkspace().queries.submissions.outbox());
  const isEmpty = counts.waiting + counts.needsDecision + counts.refused + counts.drafts === 0;
  return (
    <Page title="Outbox">
      <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />
      {data?.question && <HoldQuestion question={data.question} />}
      <OutboxTabs tab={tab} counts={counts}>
        {!data && !error && <Skeleton height={240} radius="md" />}
        {data && tab === 'all' && (isEmpty ? <EmptyOutbox /> : <AllTab outbox={data} />)}
        {data && tab !== 'all' && <OtherTab tab={tab} />}
      </OutboxTabs>
    </Page>
  );
}

function OtherTab({ tab }: { tab: Exclude<OutboxTab, 'all'> }) {
  const grouped = GROUPED_TABS.find((known) => known === tab);
  return grouped === undefined ? <DiscardedTab /> : <CauseTab key={grouped} tab={grouped} />;
}

function EmptyOutbox() {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconSend size={22} stroke={1.75} aria-hidden />}
      title="Nothing is waiting"
      action={
        <Button.Group>
          <Button variant="default" onClick={() => navigate('/new')}>
            New request
          </Button>
          <Button variant="default" onClick={() => navigate('/import')}>
            Import
          </Button>
        </Button.Group>
      }
    >
      Nobody waits to be sent, and nothing needs you. New submissions appear here until the service accepts
      them.
    </EmptyState>
  );
}

/** Asks whether to send submissions that changed rules would release outside their former calling hours. */
function HoldQuestion({ question }: { question: OutboxQuestion }) {
  const workspace = useWorkspace();
  const now = useNow();
  const { shownUntil } = question;
  const answer = useMutation({
    mutationFn: (chosen: 'send_now' | 'keep_waiting') =>
      workspace.api.submissions.answerHolds({ answer: chosen, shownUntil }),
    onSuccess: ({ ids, sendAfter }, chosen) =>
      chosen === 'send_now'
        ? showSentNowToast(workspace, ids, sendAfter)
        : showKeptToast(workspace, ids.length),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const button = (chosen: 'send_now' | 'keep_waiting', words: string) => (
    <Button
      size="xs"
      variant="default"
      disabled={answer.isPending}
      loading={answer.isPending && answer.variables === chosen}
      onClick={() => answer.mutate(chosen)}
    >
      {words}
    </Button>
  );
  return (
    <Notice
      tone="warning"
      role="alert"
      title={questionTitle(question)}
      actions={
        <>
          {button('send_now', 'Send now')}
          {button('keep_waiting', 'Keep waiting')}
        </>
      }
    >
      <p>
        {questionWords(question, now)} {questionEnd(question)}
      </p>
    </Notice>
  );
}

const LABELS: Readonly<Record<OutboxTab, string>> = {
  all: 'All',
  'needs-you': 'Needs you',
  waiting: 'Waiting',
  refused: 'Refused',
  drafts: 'Drafts',
  discarded: 'Discarded',
};

function countOfTab(tab: OutboxTab, counts: OutboxCounts): number {
  switch (tab) {
    case 'all':
      return counts.waiting + counts.needsDecision + counts.refused + counts.drafts;
    case 'needs-you':
      return attentionOf(counts);
    default:
      return counts[tab];
  }
}

interface OutboxTabsProps {
  readonly tab: OutboxTab;
  readonly counts: OutboxCounts;
  readonly children: ReactNode;
}

/** The tabs of the Outbox with their counts, and the panel of one; each has an address of its own. */
function OutboxTabs({ tab, counts, children }: OutboxTabsProps) {
  const [, navigate] = useLocation();
  return (
    <Tabs
      value={tab}
      onChange={(value) => {
        const chosen = OUTBOX_TABS.find((known) => known === value);
        if (chosen) navigate(outboxPath(chosen));
      }}
    >
      <Tabs.List aria-label="Outbox" className={classes['tabs']}>
        {OUTBOX_TABS.map((each) => (
          <Tabs.Tab key={each} value={each} className={classes['tab']}>
            {LABELS[each]}{' '}
            <span
              className={classes['count']}
              data-urgent={(each === 'needs-you' && attentionOf(counts) > 0) || undefined}
            >
              {formatNumber(countOfTab(each, counts))}
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {OUTBOX_TABS.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes['tabPanel']}>
          {each === tab && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Everything not yet accepted: what needs a decision, waits, was refused, or is a draft. */
function AllTab({ outbox }: { outbox: Outbox }) {
  const { needsDecision } = outbox;
  const decisions = {
    count: needsDecision.length,
    first: needsDecision,
    itemAt: (index: number) => needsDecision[index],
  };
  return (
    <>
      {needsDecision.length > 0 && (
        <OutboxSection
          name="Needs your decision"
          part="decisions"
          rows={decisions}
          lead="These may or may not have reached the service. Callboard never resends them automatically, so that nobody is called twice."
          actions={<ByCause tab="needs-you" count={needsDecision.length} />}
        />
      )}
      <PagedSection
        name="Waiting"
        part="waiting"
        outbox={outbox}
        actions={<TryAllButton outbox={outbox} />}
      />
      <PagedSection
        name="Refused"
        part="refused"
        outbox={outbox}
        lead="The service refused these. Correct and resubmit them, or discard them."
        actions={<ByCause tab="refused" count={outbox.counts.refused} />}
      />
      <PagedSection
        name="Drafts"
        part="drafts"
        outbox={outbox}
        lead="You took these back. Nobody is called until you submit them."
      />
    </>
  );
}

interface PagedSectionProps extends Omit<OutboxSectionProps, 'rows' | 'part'> {
  readonly part: OutboxPart;
  readonly outbox: Outbox;
}

function PagedSection({ part, outbox, ...section }: PagedSectionProps) {
  const rows = useOutboxRows(part, outbox);
  return rows.count > 0 && <OutboxSection {...section} part={part} rows={rows} />;
}

/** Leads to the tab where many can be decided at once. */
function ByCause({ tab, count }: { tab: GroupedTab; count: number }) {
  if (count < 2) return null;
  return (
    <Anchor component={Link} size="sm" href={outboxPath(tab)}>
      Group by cause
    </Anchor>
  );
}

function TryAllButton({ outbox: { waiting, counts } }: { outbox: Outbox }) {
  const { tryAll, isPending } = useTryNow();
  const mayTry = useMayTry();
  const mayTryAny = useMayTryAny();
  // Of later pages nothing is known here.
  if (!mayTryAny || (counts.waiting === waiting.length && !waiting.some(mayTry))) return null;
  return (
    <BusyButton size="xs" variant="default" busy={isPending} onClick={tryAll}>
      Try all now
    </BusyButton>
  );
}

/** All toasts about the hold question share this id: only the latest is shown. */
const HOLD_TOAST = 'hold-answer';

/** With less time left than this, nobody could press Undo, ms. */
const SHORTEST_UNDO_MS = 500;

/** How long the toast stays that says that they are in the queue, ms. */
const QUEUED_MS = 5000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a countdown until these submissions are sent, with Undo. */
function showSentNowToast(workspace: WorkspaceAccess, ids: readonly string[], sendAfter: number): void {
  const left = sendAfter - Date.now();
  clearTimeout(timer);
  if (left < SHORTEST_UNDO_MS) {
    showQueuedToast(workspace, ids.length);
    return;
  }
  showToast({
    id: HOLD_TOAST,
    workspaceId: workspace.id,
    tone: 'busy',
    title: (
      <>
        {countOf(ids.length, 'submission')} {ids.length === 1 ? 'goes' : 'go'} out in{' '}
        <Countdown until={sendAfter} from={Math.round(left / 1000)} />
      </>
    ),
    message: <UndoSendButton workspace={workspace} ids={ids} />,
    autoClose: false,
  });
  timer = setTimeout(() => isToastShown(HOLD_TOAST) && showQueuedToast(workspace, ids.length), left);
}

/** Confirms that these submissions wait until their calling hours begin. */
function showKeptToast(workspace: WorkspaceAccess, count: number): void {
  replaceToast(
    workspace,
    `${countOf(count, 'submission')} ${count === 1 ? 'keeps' : 'keep'} waiting for calling hours`,
  );
}

function showQueuedToast(workspace: WorkspaceAccess, count: number): void {
  showToast({
    id: HOLD_TOAST,
    workspaceId: workspace.id,
    // Not done yet: the service may still refuse them.
    tone: 'busy',
    autoClose: QUEUED_MS,
    title: `${countOf(count, 'submission')} ${count === 1 ? 'is' : 'are'} in the queue`,
  });
}

/** Ends the countdown; a message means that something went wrong. */
function replaceToast(workspace: WorkspaceAccess, title: ReactNode, message?: string): void {
  clearTimeout(timer);
  showToast({
    id: HOLD_TOAST,
    workspaceId: workspace.id,
    title,
    ...(message !== undefined && { tone: 'problem', message }),
  });
}

interface UndoSendButtonProps {
  /** The workspace of these submissions, not the current one: the toast outlives the page. */
  readonly workspace: WorkspaceAccess;
  readonly ids: readonly string[];
}

function UndoSendButton({ workspace, ids }: UndoSendButtonProps) {
  const undo = useMutation({
    mutationFn: () => undoInChunks(ids, workspace.api.submissions.undoSendHeld),
    onSuccess: (undone) => {
      const sent = ids.length - undone;
      const title = `${countOf(undone, 'submission')} ${undone === 1 ? 'keeps' : 'keep'} waiting`;
      const tooLate = `${countOf(sent, 'other')} had already been sent.`;
      replaceToast(workspace, title, sent > 0 ? tooLate : undefined);
    },
    onError: (error) => replaceToast(workspace, "Couldn't undo", toApiError(error).message),
  });
  return (
    <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}

/** Room in a narrow window for two lines of the service's words and two of who withdrew it and when, px. */
const ROW_HEIGHT = 84;

/** Submissions that were withdrawn, the latest first. */
function DiscardedTab() {
  const { data, error, refetch } = useQuery(useWorkspace().queries.submissions.discardedPage({ offset: 0 }));
  if (error) {
    return <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={240} radius="md" />;
  if (data.length === 0) {
    return (
      <Dim component="p" fz="sm" py={12}>
        You have discarded nothing. What you discard stays here.
      </Dim>
    );
  }
  return <DiscardedGrid first={data} />;
}

/** Opens the page of a submission, as its row does. */
const OpenRow = createContext<(row: { readonly id: string }) => void>(() => undefined);

function DiscardedGrid({ first }: { first: readonly DiscardedRow[] }) {
  const workspace = useWorkspace();
  const { discarded } = useOutboxCounts(workspace.id);
  const rows = usePagedRows({
    count: first.length < OUTBOX_PAGE ? first.length : Math.max(discarded, first.length),
    first,
    pageSize: OUTBOX_PAGE,
    pageQuery: (offset) => workspace.queries.submissions.discardedPage({ offset }),
  });
  const { place, onOpen } = useOpenedRow('Discarded', first);
  return (
    <OpenRow value={onOpen}>
      <div className={classes['alone']}>
        <DataGrid
          label="Discarded"
          columns={columns}
          count={rows.count}
          itemAt={rows.itemAt}
          {...(rows.onRange && { onRange: rows.onRange })}
          itemId={(row) => row.id}
          onOpen={onOpen}
          place={place}
          rowHeight={ROW_HEIGHT}
          height="grow"
        />
      </div>
    </OpenRow>
  );
}

const columns: readonly GridColumn<DiscardedRow>[] = [
  {
    id: 'candidate',
    header: 'Candidate',
    meta: { track: 'minmax(120px, 1.3fr)' },
    cell: (row) => <CandidateCell row={row} />,
  },
  {
    id: 'job',
    header: 'Job description',
    meta: { track: 'minmax(100px, 1fr)', from: 700 },
    cell: (row) => <JobCell row={row} />,
  },
  {
    id: 'reason',
    header: 'Why',
    meta: { track: REASON_TRACK },
    cell: (row) => <WhyCell row={row} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { track: '176px' },
    cell: (row) => <DiscardedActions row={row} />,
  },
];

const WHY: Readonly<Record<NonNullable<DiscardedRow['discardedBy']>, string>> = {
  discard: 'You discarded it',
  correction: 'Submitted again',
  do_not_call: 'Its number is on the do-not-call list',
};

/** Who withdrew it and when and, if it was not accepted before, why. */
function WhyCell({ row: { problem, candidateName, discardedBy, updatedAt } }: { row: DiscardedRow }) {
  const why = WHY[discardedBy ?? 'discard'];
  const when = (
    <>
      {why} · <RelativeTime at={updatedAt} />
    </>
  );
  if (!problem) return <span className={classes['beneath']}>{when}</span>;
  return <Reason problem={problem} candidateName={candidateName} next={when} />;
}

/** The submission's page, which has its whole history, and the form for a new one; a correction is one already. */
function DiscardedActions({ row: { id, discardedBy, phoneNumber } }: { row: DiscardedRow }) {
  const [, navigate] = useLocation();
  const isListed = isEntry(useForbidding(discardedBy === 'correction' ? null : phoneNumber));
  const open = useContext(OpenRow);
  return (
    <RowActions>
      <RowButton onClick={() => open({ id })}>History</RowButton>
      {isListed && <RowButton onClick={() => navigate(listedPath(phoneNumber))}>Who listed it</RowButton>}
      {!isListed && discardedBy !== 'correction' && (
        <RowButton onClick={() => navigate(submitAgainPath(id))}>Submit anew</RowButton>
      )}
    </RowActions>
  );
}
