import type { RestartObstacle } from '../../../shared/updates.ts';

/** What a restart is waiting for, or what it does. */
export function restartWords(waitingFor: RestartObstacle | null): string {
  switch (waitingFor) {
    case 'sending':
      return 'Submissions are being sent. You can restart as soon as they are done.';
    case 'importing':
      return 'An import is being queued. You can restart as soon as it is done.';
    case null:
      return 'It is installed when you restart. The Outbox is kept and sent afterwards.';
  }
}
