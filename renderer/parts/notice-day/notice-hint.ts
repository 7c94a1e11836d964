import type { NoticeRule } from '../../../shared/notice.ts';
import { countOf } from '../text/count-of.ts';

/** What the day of notice is for. */
export function noticeHint({ days }: NoticeRule): string {
  const what = 'The day on which the candidate was told of the automated call.';
  return days === 0 ? what : `${what} Calls follow at least ${countOf(days, 'day')} later.`;
}
