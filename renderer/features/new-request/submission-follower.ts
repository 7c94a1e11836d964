import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { AppState } from '../../../shared/app-state.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Submission } from '../../../shared/submission.ts';
import { afterPaint } from '../../api/after-paint.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { hideToast, isToastShown, showToast } from '../../parts/toast/show-toast.tsx';
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

  /** A newer submission takes this one's place: it is shown again only if it goes wrong. A warning stays. */
  giveWay(): void {
    if (this.isWarning) return;
    hideToast(this.id);
    if (this.isOver) return;
    clearTimeout(this.timer);
    this.isBehind = true;
    this.timer = setTimeout(() => this.isBehind && this.stop(), BEHIND_MS);
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
    // Nothing to say any more: it was taken back, corrected or discarded.
    if (state === 'draft' || state === 'discarded') this.end();
    else if (!this.isBehind && !isToastShown(this.id)) this.stop();
    else {
      this.show();
      if (state === 'accepted') this.stop();
    }
  }

  private show(): void {
    const state = this.client.getQueryData<AppState>(queryKeys.app);
    const toast = toastOf(this.latest, { undoUntil: this.undoUntil, now: Date.now(), state });
    if (this.isBehind && toast.tone !== 'problem') return;
    this.isBehind = false;
    this.isWarning = toast.tone === 'problem';
    if (toast.key === this.said) return;
    this.said = toast.key;
    const { key: _, ...shown } = toast;
    showToast({ ...shown, id: this.id, workspaceId: this.latest.workspaceId });
  }

  private end(): void {
    hideToast(this.id);
    this.stop();
  }

  private stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.unsubscribe();
  }
}
