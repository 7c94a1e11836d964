import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type BulkAction,
  type BulkOutcome,
  type BulkRows,
  type BulkValues,
  type GroupPart,
  LEFT_OUT_REASONS,
  type LeftOutReason,
} from '../../../shared/outbox.ts';
import { cityOf } from '../../../shared/time-zone-names.ts';
import { REFUSED_IN_BULK } from '../../../shared/words/rule-words.ts';
import { toApiError, type WorkspaceAccess, workspaceAccess } from '../../api/api.ts';
import { bulkChange, undoInChunks } from '../../api/outbox.ts';
import { showErrorInShell } from '../../api/query-client.ts';
import { countOf, formatNumber } from '../../parts/format.ts';
import { Countdown } from '../../parts/time.tsx';
import { hideToast, isToastShown, StopProgress, showToast, showUndoToast } from '../../parts/toast.tsx';
import { discardedChange, rememberChange, type UndoableChange } from '../../parts/undo-stack.ts';

/** The submissions that a bulk action is about. */
export interface BulkTarget {
  readonly workspaceId: string;
  readonly part: GroupPart;
  readonly rows: BulkRows;
  readonly count: number;
}

/** A whole group. */
export interface GroupTarget extends BulkTarget {
  readonly rows: Extract<BulkRows, { cause: unknown }>;
}

/** The toast of the progress and of the result. */
const BULK_TOAST = 'bulk';
/** Most are done before their progress is shown, ms. */
const PROGRESS_AFTER_MS = 700;
const POLL_MS = 500;

/** Changes these submissions, shows the progress if it takes time, and tells what happened. Rejects if nothing did. */
export async function runBulk(
  action: BulkAction,
  target: BulkTarget,
  values: BulkValues = {},
): Promise<BulkOutcome> {
  const { workspaceId } = target;
  const timer = setTimeout(() => showProgress(action, target), PROGRESS_AFTER_MS);
  try {
    const outcome = await bulkChange(workspaceAccess(workspaceId), { action, ...target, ...values });
    showOutcome(action, target, outcome, values);
    return outcome;
  } catch (error) {
    hideToast(BULK_TOAST);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** {@link runBulk} after a dialog has closed: an error is shown in the shell. */
export function runBulkLater(action: BulkAction, target: BulkTarget, values?: BulkValues): void {
  runBulk(action, target, values).catch(showErrorInShell);
}

function showOutcome(
  action: BulkAction,
  { workspaceId, part }: BulkTarget,
  outcome: BulkOutcome,
  { timeZone }: BulkValues,
): void {
  const leftOut = leftOutWords(part, outcome);
  if (outcome.undo) {
    hideToast(BULK_TOAST);
    showSentAgainToast(workspaceAccess(workspaceId), outcome.undo, leftOut);
    return;
  }
  const title = timeZone ? chosenTitle(outcome.changed, timeZone) : bulkTitle(action, outcome);
  const undoable = outcome.changed > 0 && undoableChange(action, workspaceId, outcome);
  if (undoable) {
    if (leftOut === '') {
      hideToast(BULK_TOAST);
      showUndoToast({ ...undoable, title });
      return;
    }
    rememberChange(undoable);
  }
  showToast({
    id: BULK_TOAST,
    workspaceId,
    tone: outcome.changed === 0 ? 'problem' : 'done',
    title,
    // Long enough to be read.
    ...(leftOut !== '' && { message: leftOut, autoClose: 15_000 }),
  });
}

function chosenTitle(count: number, timeZone: string): string {
  return `${countOf(count, 'submission')}: time zone of ${cityOf(timeZone)} chosen`;
}

/** What the person can undo of it, by the toast or later. */
function undoableChange(
  action: BulkAction,
  workspaceId: string,
  { changed, discarded, chosen }: BulkOutcome,
): UndoableChange | undefined {
  const what = countOf(changed, 'submission');
  if (action === 'discard') return discardedChange(workspaceId, discarded, what);
  if (action !== 'choose_time_zone') return undefined;
  const undo = async () => {
    const left =
      changed - (await undoInChunks(chosen, workspaceAccess(workspaceId).api.submissions.undoTimeZone));
    return left === 0 ? null : `${countOf(left, 'was', 'were')} sent already, or changed since.`;
  };
  return { workspaceId, what: `Choosing the time zone of ${what}`, undo };
}

function showProgress(action: BulkAction, { workspaceId, count }: BulkTarget): void {
  showToast({
    id: BULK_TOAST,
    workspaceId,
    tone: 'busy',
    title: `${DOING[action]} ${formatNumber(count)} submissions`,
    message: <Progress workspaceId={workspaceId} />,
  });
}

function Progress({ workspaceId }: { workspaceId: string }) {
  const { api, queries } = workspaceAccess(workspaceId);
  const { data } = useQuery({
    ...queries.submissions.bulkProgress(),
    refetchInterval: POLL_MS,
    gcTime: 0,
  });
  return (
    <StopProgress
      onStop={() => api.submissions.stopBulk()}
      onError={(error) =>
        showToast({
          workspaceId,
          tone: 'problem',
          title: "Couldn't stop",
          message: toApiError(error).message,
        })
      }
    >
      {data && `${formatNumber(data.done)} of ${formatNumber(data.total)}`}
    </StopProgress>
  );
}

type Undo = NonNullable<BulkOutcome['undo']>;

const SENT_AGAIN_TOAST = 'sent-again';

/** With less time left than this, nobody could press Undo, ms. */
const SHORTEST_UNDO_MS = 500;
/** How long it stays once they are in the queue, ms. */
const QUEUED_MS = 8000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a countdown until these are sent, with Undo; `leftOut`: what to say about others. */
function showSentAgainToast(workspace: WorkspaceAccess, undo: Undo, leftOut: string): void {
  const left = undo.until - Date.now();
  clearTimeout(timer);
  if (left < SHORTEST_UNDO_MS) {
    showQueued(workspace, undo, leftOut);
    return;
  }
  const { length } = undo.ids;
  showToast({
    id: SENT_AGAIN_TOAST,
    workspaceId: workspace.id,
    tone: 'busy',
    title: (
      <>
        {countOf(length, 'submission')} {length === 1 ? 'goes' : 'go'} out in{' '}
        <Countdown until={undo.until} from={Math.round(left / 1000)} />
      </>
    ),
    message: (
      <>
        {leftOut !== '' && <div>{leftOut}</div>}
        <UndoButton workspace={workspace} ids={undo.ids} />
      </>
    ),
    autoClose: false,
  });
  timer = setTimeout(() => isToastShown(SENT_AGAIN_TOAST) && showQueued(workspace, undo, leftOut), left);
}

function showQueued(workspace: WorkspaceAccess, { ids }: Undo, leftOut: string): void {
  showToast({
    id: SENT_AGAIN_TOAST,
    workspaceId: workspace.id,
    // Not done yet: the service may still refuse them.
    tone: 'busy',
    autoClose: QUEUED_MS,
    title: `${countOf(ids.length, 'submission')} ${ids.length === 1 ? 'is' : 'are'} in the queue`,
    ...(leftOut !== '' && { message: leftOut }),
  });
}

/** Takes them back before they are sent: they are drafts then. */
function UndoButton({ workspace, ids }: { workspace: WorkspaceAccess; ids: readonly string[] }) {
  const end = (title: string, message?: string) => {
    clearTimeout(timer);
    const problem = message === undefined ? {} : ({ tone: 'problem', message } as const);
    showToast({ id: SENT_AGAIN_TOAST, workspaceId: workspace.id, title, ...problem });
  };
  const undo = useMutation({
    mutationFn: () => bulkChange(workspace, { action: 'take_back', part: 'waiting', rows: { ids } }),
    onSuccess: ({ changed }) => {
      const sent = ids.length - changed;
      const tooLate = `${countOf(sent, 'other')} had already been sent.`;
      end(
        `${countOf(changed, 'submission is a draft', 'submissions are drafts')} now`,
        sent > 0 ? tooLate : undefined,
      );
    },
    onError: (error) => end("Couldn't undo", toApiError(error).message),
  });
  return (
    <Button size="compact-sm" variant="default" mt={6} loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}

/** What a submission of a part no longer is once it has moved on. */
const NO_LONGER: Readonly<Record<GroupPart, string>> = {
  decisions: 'undecided',
  held: 'on hold',
  waiting: 'waiting',
  refused: 'refused',
  drafts: 'a draft',
};

const DONE: Readonly<Record<BulkAction, string>> = {
  discard: 'discarded',
  send_again: 'queued again',
  try_now: 'due now',
  resubmit: 'sent again',
  take_back: 'taken back as drafts',
  choose_time_zone: 'given a time zone',
};

/** While it runs. */
const DOING: Readonly<Record<BulkAction, string>> = {
  discard: 'Discarding',
  send_again: 'Queuing',
  try_now: 'Trying',
  resubmit: 'Sending again',
  take_back: 'Taking back',
  choose_time_zone: 'Choosing the time zone of',
};

/** What a bulk action did: `24 submissions sent again`. */
function bulkTitle(action: BulkAction, { changed }: BulkOutcome): string {
  return `${countOf(changed, 'submission')} ${DONE[action]}`;
}

/** Whom it left out and why, in sentences; '' if nobody. */
function leftOutWords(part: GroupPart, { leftOut, stopped }: BulkOutcome): string {
  const told = (reason: LeftOutReason) => {
    const count = leftOut[reason] ?? 0;
    return count > 0 ? [LEFT_OUT[reason](count, NO_LONGER[part])] : [];
  };
  const sentences = [
    ...LEFT_OUT_REASONS.flatMap(told),
    ...(stopped ? ['The others were left as they are.'] : []),
  ];
  return sentences.join(' ');
}

const LEFT_OUT: Readonly<Record<LeftOutReason, (count: number, noLonger: string) => string>> = {
  ...REFUSED_IN_BULK,
  moved_on: (count, noLonger) => `${countOf(count, 'was', 'were')} no longer ${noLonger}.`,
  already_taken: (count) =>
    `${countOf(count, 'was left out because the service has already accepted it', 'were left out because the service has already accepted them')}.`,
  duplicate: (count) =>
    `${countOf(count, 'was left out because its phone number was', 'were left out because their phone numbers were')} submitted before: edit ${count === 1 ? 'it' : 'each'} to decide.`,
  may_have_reached: (count) =>
    `${countOf(count, 'was', 'were')} left out because an earlier try may have reached the service: edit ${count === 1 ? 'it' : 'each'} to decide.`,
  other_time_zone: (count) =>
    `${countOf(count, 'has a number that', 'have numbers that')} can’t be in that time zone: choose ${count === 1 ? 'its own' : 'theirs'} apart.`,
  no_retry: (count) =>
    `${countOf(count, 'was', 'were')} left out because ${count === 1 ? 'it is' : 'they are'} paused or ${count === 1 ? 'waits for its' : 'wait for their'} time: use Try now in ${count === 1 ? 'its row' : 'each row'}.`,
};
