import type { NotifiableEvent } from '../../shared/notifications.ts';
import { PAUSED_BY_YOU, SIGN_IN_NEEDED } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';

/** What a person may want to be told of submissions that the queue has brought into another state. */
export function notifiableEventsOf(moved: readonly Submission[]): readonly NotifiableEvent[] {
  return moved.flatMap((submission): NotifiableEvent[] => {
    const { workspaceId, id: submissionId, attempts: occurrence, problem } = submission;
    const about = { workspaceId, submissionId, occurrence };
    switch (submission.state) {
      case 'rejected':
        return [{ ...about, kind: 'rejected' }];
      case 'unconfirmed':
        return [{ ...about, kind: 'unconfirmed' }];
      case 'held':
        // For the sign-in, that is told once for the workspace; and a person knows what they paused.
        return problem?.code === SIGN_IN_NEEDED || problem?.code === PAUSED_BY_YOU
          ? []
          : [{ ...about, kind: 'held' }];
      default:
        return [];
    }
  });
}
