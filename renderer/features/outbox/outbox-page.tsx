import { Button, Skeleton, Tabs } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import {
  attentionOf,
  HISTORY_PARTS,
  type HistoryPart,
  OUTBOX_TABS,
  type Outbox,
  type OutboxCounts,
  type OutboxPart,
  type OutboxQuestion,
  type OutboxTab,
} from '../../../shared/outbox.ts';
import { problemWords, reasonWords } from '../../../shared/words/problem-words.ts';
import { toApiError, type WorkspaceAccess } from '../../api/api.ts';
import { useCurrentWorkspace, useOutboxCounts, useWorkspace } from '../../api/app-state.tsx';
import { undoInChunks } from '../../api/outbox.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { BusyButton } from '../../parts/form.tsx';
import { countOf } from '../../parts/format.ts';
import { TAB_LOOKS, TabWords } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { EmptyState, Page, useKeptFocus } from '../../parts/page.tsx';
import { Countdown, useNow } from '../../parts/time.tsx';
import { isToastShown, showToast } from '../../parts/toast.tsx';
import { questionEnd, questionTitle, questionWords } from '../../parts/words.ts';
import { usePathSegment } from '../../routes/hash-location.ts';
import { outboxPath } from '../../routes/paths.ts';
import { rememberOutboxPlace } from '../../routes/unsaved-work.ts';
import { CauseTab } from './cause-tab.tsx';
import classes from './outbox.module.css';
import { useMayTry, useMayTryAny, useTryNow } from './outbox-questions.tsx';
import { HistorySection, type OutboxRows, OutboxSection, useOutboxRows } from './outbox-section.tsx';

/** All submissions the service hasn't accepted yet, in tabs by what needs to happen next, and what became of the others. */
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
    <Page title="Outbox" layout="wide">
      <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />
      {data?.question && <HoldQuestion question={data.question} />}
      <OutboxTabs tab={tab} counts={counts} history={data?.history}>
        {data ? (
          <TabContent tab={tab} outbox={data} isEmpty={isEmpty} />
        ) : (
          !error && <Skeleton height={240} radius="md" />
        )}
      </OutboxTabs>
    </Page>
  );
}

function TabContent({ tab, outbox, isEmpty }: { tab: OutboxTab; outbox: Outbox; isEmpty: boolean }) {
  switch (tab) {
    case 'all':
      return isEmpty ? <EmptyOutbox /> : <AllTab outbox={outbox} />;
    case 'history':
      return HISTORY_PARTS.map((part) => <HistoryOf key={part} part={part} count={outbox.history[part]} />);
    default:
      return <CauseTab key={tab} tab={tab} />;
  }
}

function HistoryOf({ part, count }: { part: HistoryPart; count: number }) {
  const { queries } = useWorkspace();
  const { data, error, refetch } = useQuery({
    ...queries.submissions.historyPage({ part, offset: 0 }),
    enabled: count > 0,
  });
  if (count === 0) return null;
  if (error)
    return <ErrorNotice error={error} title="Couldn't load the history." onRetry={() => void refetch()} />;
  return data ? (
    <HistorySection part={part} count={count} first={data} />
  ) : (
    <Skeleton height={120} radius="md" />
  );
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
  drafts: 'Drafts',
  history: 'History',
};

function countOfTab(tab: OutboxTab, counts: OutboxCounts, history: Outbox['history'] | undefined): number {
  switch (tab) {
    case 'all':
      return counts.waiting + counts.needsDecision + counts.refused + counts.drafts;
    case 'needs-you':
      return attentionOf(counts);
    case 'history':
      return history ? history.refused + history.discarded + history.sent : 0;
    default:
      return counts[tab];
  }
}

interface OutboxTabsProps {
  readonly tab: OutboxTab;
  readonly counts: OutboxCounts;
  readonly history: Outbox['history'] | undefined;
  readonly children: ReactNode;
}

/** The tabs of the Outbox that have something, with their counts, and the panel of one; each has an address of its own. */
function OutboxTabs({ tab, counts, history, children }: OutboxTabsProps) {
  const [, navigate] = useLocation();
  const shown = OUTBOX_TABS.map((each) => ({ each, count: countOfTab(each, counts, history) })).filter(
    ({ each, count }) => count > 0 || each === 'all' || each === tab,
  );
  return (
    <Tabs
      unstyled
      classNames={TAB_LOOKS}
      value={tab}
      onChange={(value) => {
        const chosen = OUTBOX_TABS.find((known) => known === value);
        if (chosen) navigate(outboxPath(chosen));
      }}
    >
      <Tabs.List aria-label="Outbox">
        {shown.map(({ each, count }) => (
          <Tabs.Tab key={each} value={each}>
            <TabWords name={LABELS[each]} count={count} urgent={each === 'needs-you' && count > 0} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ each }) => (
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
          {...whyAll(decisions, 'May have arrived: check with the service first.')}
        />
      )}
      <PagedSection part="waiting" outbox={outbox} actions={<TryAllButton outbox={outbox} />} />
      <PagedSection part="refused" outbox={outbox} lead="Correct and submit again, or discard." />
      <PagedSection part="drafts" outbox={outbox} lead="Nobody is called until you submit." />
    </>
  );
}

interface PagedSectionProps {
  readonly part: OutboxPart;
  readonly outbox: Outbox;
  /** Unless all have one cause, which says what to do. */
  readonly lead?: string;
  readonly actions?: ReactNode;
}

const PART_NAMES: Readonly<Record<OutboxPart, string>> = {
  waiting: 'Waiting',
  refused: 'Refused',
  drafts: 'Drafts',
};

function PagedSection({ part, outbox, lead, actions }: PagedSectionProps) {
  const rows = useOutboxRows(part, outbox);
  const why = part === 'drafts' ? { lead } : whyAll(rows, lead);
  return (
    rows.count > 0 && (
      <OutboxSection name={PART_NAMES[part]} part={part} rows={rows} actions={actions} {...why} />
    )
  );
}

/** What the heading says of these: the cause that all share with its advice, or else `lead`. */
function whyAll({ first, count }: Pick<OutboxRows, 'first' | 'count'>, lead: string | undefined) {
  const problem = count > 1 && first.length === count ? (first[0]?.problem ?? null) : null;
  const words = problem && reasonWords(problem);
  const isShared =
    problem !== null && first.every((row) => row.problem && reasonWords(row.problem) === words);
  return isShared ? { problem, lead: `${words}. ${problemWords(problem).nextStep}` } : { lead };
}

function TryAllButton({ outbox: { waiting, counts } }: { outbox: Outbox }) {
  const { tryAll, isPending } = useTryNow();
  const mayTry = useMayTry();
  const mayTryAny = useMayTryAny();
  // Of later pages nothing is known here.
  if (!mayTryAny || (counts.waiting === waiting.length && !waiting.some(mayTry))) return null;
  return (
    <BusyButton size="compact-sm" variant="default" busy={isPending} onClick={tryAll}>
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
