import { Anchor } from '@mantine/core';
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import type { AppState } from '../../../shared/app-state.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Submission } from '../../../shared/submission.ts';
import { afterPaint } from '../../api/after-paint.ts';
import { useAppStateQuery } from '../../api/app-state.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { hideToast, isToastShown, showToast } from '../../parts/toast/show-toast.tsx';
import { useHashLocation } from '../../routes/hash-location.ts';
import { requestSwitch } from '../../routes/pending-switches.ts';
import { toastOf } from './submission-toast.tsx';
import { submittedToastId } from './submitted-toast-id.ts';

interface EndsAtOutboxProps {
  readonly toastId: string;
  readonly workspaceId: string;
  readonly children: ReactNode;
}

/** The message of a toast that ends where its workspace's Outbox is on screen: the rows there say the same, and it would cover them. */
function endingAtOutbox(toastId: string, workspaceId: string, message: ReactNode): ReactNode {
  return (
    <EndsAtOutbox toastId={toastId} workspaceId={workspaceId}>
      {message}
    </EndsAtOutbox>
  );
}

function EndsAtOutbox({ toastId, workspaceId, children }: EndsAtOutboxProps) {
  const [path] = useHashLocation();
  const { data: state } = useAppStateQuery();
  const isSeen = state?.currentWorkspace?.id === workspaceId && /^\/outbox(\/|$)/.test(path);
  // Before it is painted.
  useLayoutEffect(() => {
    if (isSeen) hideToast(toastId);
  }, [isSeen, toastId]);
  return children;
}

/** Submissions that went wrong while a newer one was on screen, by workspace: they share one toast. */
const warnings = new Map<string, Map<string, Submission>>();

const toastId = (workspaceId: string) => `submitted earlier ${workspaceId}`;

/** Adds a submission, or shows what is new about it. */
export function showEarlierWarning(submission: Submission): void {
  const { workspaceId, id } = submission;
  // Without their toast, the others were dismissed.
  const shown = isToastShown(toastId(workspaceId)) ? warnings.get(workspaceId) : undefined;
  const own = (shown ?? new Map<string, Submission>()).set(id, submission);
  warnings.set(workspaceId, own);
  showWarnings(workspaceId, own);
}

/** Whether the submission is in a toast that nobody has dismissed. */
function isEarlierWarning({ workspaceId, id }: Submission): boolean {
  return isToastShown(toastId(workspaceId)) && warnings.get(workspaceId)?.has(id) === true;
}

/** Removes a submission whose cause has ended. */
export function endEarlierWarning(submission: Submission): void {
  if (!isEarlierWarning(submission)) return;
  const { workspaceId, id } = submission;
  const own = warnings.get(workspaceId);
  own?.delete(id);
  if (own && own.size > 0) showWarnings(workspaceId, own);
  else hideToast(toastId(workspaceId));
}

function showWarnings(workspaceId: string, own: ReadonlyMap<string, Submission>): void {
  const [first, ...others] = own.values();
  if (!first) return;
  const id = toastId(workspaceId);
  const toast = { id, workspaceId, tone: 'problem' } as const;
  if (others.length === 0) {
    const { title, message } = toastOf(first, { undoUntil: 0, now: Date.now(), state: undefined });
    showToast({ ...toast, title, message: endingAtOutbox(id, workspaceId, message) });
    return;
  }
  const names = [...own.values()].map(({ candidateName }) => candidateName);
  showToast({
    ...toast,
    title: `${countOf(own.size, 'submission')} need you`,
    message: endingAtOutbox(
      id,
      workspaceId,
      <>
        <div dir="auto">{namesInShort(names)}</div>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => requestSwitch({ workspaceId, path: '/outbox', title: 'Open the Outbox' })}
        >
          See where they are
        </Anchor>
      </>,
    ),
  });
}

const MOST_NAMES = 3;

function namesInShort(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  const named = rest > 0 ? [...names.slice(0, MOST_NAMES), countOf(rest, 'other')] : names;
  return new Intl.ListFormat('en').format(named);
}

/** How long a submission is followed after a newer one took its place on screen, ms. */
const BEHIND_MS = 60_000;

/**
 * Shows a toast about a submission and keeps it true until it is dismissed, closes or the service accepts. Reads settings and
 * state from the cache, so that their changes do not re-render the form.
 */
class SubmissionFollower {
  private readonly client: QueryClient;
  private readonly id: string;
  private readonly undoUntil: number;
  private latest: Submission;
  /** What the toast says; it is not shown again for the same. */
  private said = '';
  private isWarning = false;
  private isBehind = false;
  private isOver = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsubscribe: () => void = () => undefined;

  constructor(client: QueryClient, submission: Submission) {
    this.client = client;
    this.latest = submission;
    this.id = submittedToastId(submission.id);
    const now = Date.now();
    const { undoSeconds = 0 } = client.getQueryData<Settings>(queryKeys.settings) ?? {};
    this.undoUntil = Math.min(submission.sendAfter, now + 1000 * undoSeconds);
    this.show();
    // When Undo ends, the toast says so even if nothing else has changed.
    this.timer = setTimeout(() => this.update(), Math.max(0, this.undoUntil - now));
    void afterPaint().then(() => this.follow());
  }

  /** A newer submission takes this one's place: from now on only its warnings are shown, with those of others. */
  giveWay(): void {
    clearTimeout(this.timer);
    const isWarning = this.isWarning && isToastShown(this.id);
    hideToast(this.id);
    if (this.isOver) return;
    this.isBehind = true;
    if (isWarning) showEarlierWarning(this.latest);
    this.timer = setTimeout(() => !isEarlierWarning(this.latest) && this.stop(), BEHIND_MS);
  }

  private follow(): void {
    if (this.isOver) return;
    const { id, workspaceId } = this.latest;
    const { api, keys } = workspaceAccess(workspaceId);
    const observer = new QueryObserver<Submission>(this.client, {
      queryKey: keys.submission(id),
      queryFn: () => api.submissions.get({ id }),
    });
    this.unsubscribe = observer.subscribe(({ data, isError }) => {
      if (isError) this.end();
      if (!data || data.revision < this.latest.revision) return;
      this.latest = data;
      this.update();
    });
  }

  private update(): void {
    if (this.isOver) return;
    const { state } = this.latest;
    if (this.isBehind) this.updateBehind();
    // Nothing to say any more: it was taken back, corrected or discarded.
    else if (state === 'draft' || state === 'discarded') this.end();
    else if (!isToastShown(this.id)) this.stop();
    else {
      this.show();
      if (state === 'accepted') this.stop();
    }
  }

  private updateBehind(): void {
    if (this.toast().tone === 'problem') {
      if (!this.isWarning || isEarlierWarning(this.latest)) showEarlierWarning(this.latest);
      else this.stop();
      this.isWarning = true;
      return;
    }
    endEarlierWarning(this.latest);
    this.isWarning = false;
    if (['accepted', 'draft', 'discarded'].includes(this.latest.state)) this.stop();
  }

  private toast() {
    const state = this.client.getQueryData<AppState>(queryKeys.app);
    return toastOf(this.latest, { undoUntil: this.undoUntil, now: Date.now(), state });
  }

  private show(): void {
    const { key, ...toast } = this.toast();
    const { id } = this;
    const { workspaceId } = this.latest;
    this.isWarning = toast.tone === 'problem';
    if (key === this.said) return;
    this.said = key;
    const message = this.isWarning ? endingAtOutbox(id, workspaceId, toast.message) : toast.message;
    showToast({ ...toast, id, workspaceId, message });
  }

  private end(): void {
    if (this.isBehind) endEarlierWarning(this.latest);
    hideToast(this.id);
    this.stop();
  }

  private stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.unsubscribe();
  }
}

let latest: SubmissionFollower | undefined;

/** Shows what becomes of a submission, with Undo for as long as it can be taken back. */
export function useSubmittedToast(): (submission: Submission) => void {
  const client = useQueryClient();
  return (submission) => {
    latest?.giveWay();
    latest = new SubmissionFollower(client, submission);
  };
}
