import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { AppState } from '../../../shared/app-state.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Submission } from '../../../shared/submission.ts';
import { afterPaint } from '../../api/after-paint.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { hideToast, isToastShown, showToast } from '../../parts/toast/show-toast.tsx';
import { endEarlierWarning, isEarlierWarning, showEarlierWarning } from './earlier-warnings.tsx';
import { endingAtOutbox } from './ends-at-outbox.tsx';
import { toastOf } from './submission-toast.tsx';
import { submittedToastId } from './submitted-toast-id.ts';

/** How long a submission is followed after a newer one took its place on screen, ms. */
const BEHIND_MS = 60_000;

/**
 * Shows a toast about a submission and keeps it true until it is dismissed, closes or the service accepts. Reads settings and
 * state from the cache, so that their changes do not re-render the form.
 */
export class SubmissionFollower {
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
