import type { RequestDetail } from '../../../shared/request.ts';
import { sampleRecord } from './sample-record.ts';

/** A completed request with details. */
export function sampleDetail(changes: Partial<RequestDetail> = {}): RequestDetail {
  return {
    ...sampleRecord(),
    screeningCalls: [
      { id: 'call-1', timestamp: '2026-10-21T08:00:00Z', durationMinutes: 12, status: 'COMPLETED' },
    ],
    assessmentResults: { overall_score: 87, skills: { english: 4, patience: 5 } },
    hasResults: true,
    isShared: false,
    calledTwice: false,
    unseen: false,
    foundByAllWords: true,
    described: [],
    previous: null,
    following: [],
    history: [],
    nextRefreshAt: null,
    ...changes,
  };
}
