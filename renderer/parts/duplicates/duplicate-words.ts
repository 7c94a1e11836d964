import type { Duplicate } from '../../../shared/outbox.ts';
import { formatDate } from '../time/format-time.ts';

/** Where an earlier submission stands: the service's word once it has it, else ours. */
export function duplicateStatus({ requestId, status }: Pick<Duplicate, 'requestId' | 'status'>): string {
  if (requestId !== null) return status;
  switch (status) {
    case 'unconfirmed':
      return 'needs your decision';
    case 'held':
      return 'on hold in the Outbox';
    case 'connecting':
    case 'sending':
      return 'being sent';
    default:
      return 'in the Outbox';
  }
}

/** An earlier submission in a line: `Ada Lovelace, COMPLETED, 3 Nov 2026`. */
export function duplicateLine(duplicate: Duplicate): string {
  return [duplicate.candidateName, duplicateStatus(duplicate), formatDate(duplicate.submittedAt)].join(', ');
}

/** Where and when: `in the Outbox since 3 Nov 2026`, `COMPLETED, submitted on 3 Nov 2026`. */
export function duplicatePlace(duplicate: Duplicate): string {
  const date = formatDate(duplicate.submittedAt);
  const status = duplicateStatus(duplicate);
  return duplicate.requestId === null ? `${status} since ${date}` : `${status}, submitted on ${date}`;
}
