import type { NotifiableEvent } from '../../shared/notifications.ts';
import { isHeldByPerson, SIGN_IN_NEEDED, TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';

/** The events a person may want to be notified of, after the queue changed the state of these submissions. */
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
        // Sign-in is reported once for the whole workspace; and people know what they paused.
        return problem?.code === SIGN_IN_NEEDED ||
          (isHeldByPerson(problem?.code) && problem?.code !== TIME_ZONE_NEEDED)
          ? []
          : [{ ...about, kind: 'held' }];
      default:
        return [];
    }
  });
}
