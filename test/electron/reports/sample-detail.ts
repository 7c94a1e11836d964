import type { RequestDetail } from '../../../shared/request.ts';
import { sampleRecord } from './sample-record.ts';

/** A completed request as its page shows it. */
export function sampleDetail(changes: Partial<RequestDetail> = {}): RequestDetail {
  return {
    ...sampleRecord(),
    hasResults: true,
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
