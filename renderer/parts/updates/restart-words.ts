import type { RestartObstacle } from '../../../shared/updates.ts';

/** What a restart waits for, and that nobody has to watch for it. */
export function restartWords(waitingFor: RestartObstacle | null): string {
  switch (waitingFor) {
    case 'sending':
      return 'Submissions are being sent just now. You can restart as soon as they are through.';
    case 'importing':
      return 'An import is being queued right now. You can restart as soon as it is through.';
    case null:
      return 'It goes in when you restart. What waits in the Outbox is kept and sent afterwards.';
  }
}
