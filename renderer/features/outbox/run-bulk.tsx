import { useQuery } from '@tanstack/react-query';
import type { BulkAction, BulkOutcome, GroupCause, GroupPart } from '../../../shared/outbox.ts';
import { cityOf } from '../../../shared/time-zone-names.ts';
import { toApiError } from '../../api/api-error.ts';
import { bulkChange, undoTimeZone } from '../../api/outbox.ts';
import { showErrorInShell } from '../../api/shell-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { hideToast, showToast } from '../../parts/toast/show-toast.tsx';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { StopProgress } from '../../parts/toast/stop-progress.tsx';
import { discardedChange } from '../../parts/undo/discarded-change.ts';
import { rememberChange, type UndoableChange } from '../../parts/undo/undo-stack.ts';
import { bulkTitle, DOING, leftOutWords } from './bulk-words.ts';
import { showSentAgainToast } from './show-sent-again-toast.tsx';

/** The submissions that a bulk action is about: these, or a group as it was when shown. */
export interface BulkTarget {
  readonly workspaceId: string;
  readonly part: GroupPart;
  readonly rows: { readonly ids: readonly string[] } | GroupRows;
  readonly count: number;
}

interface GroupRows {
  readonly cause: GroupCause;
  readonly shownUntil: number;
}

/** A whole group. */
export interface GroupTarget extends BulkTarget {
  readonly rows: GroupRows;
}

/** What a bulk action changes. */
export interface BulkValues {
  readonly correction?: Correction;
  /** The IANA time zone chosen. */
  readonly timeZone?: string;
}

export interface Correction {
  readonly jobDescriptionId?: string;
  readonly questionnaireTemplateId?: string;
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
    const left = changed - (await undoTimeZone(workspaceAccess(workspaceId), chosen));
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
  const { api } = workspaceAccess(workspaceId);
  const { data } = useQuery({
    queryKey: ['bulk-progress', workspaceId],
    queryFn: () => api.submissions.bulkProgress(),
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
