import { useMemo } from 'react';
import { HOUR_MS } from '../../../shared/durations.ts';
import { dayAt } from '../../../shared/notice.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { toldKey, useNoticeWaits } from '../../api/notice-waits.ts';
import { useRules } from '../../api/rules.ts';
import { useNow } from '../../parts/time/use-now.ts';
import type { ReviewContext, Wait } from './classify-rows.ts';
import type { OpenImport } from './import-state.ts';
import { type NoticeOfFile, noticeProblemOf, toldTooRecently } from './notice-of-rows.ts';

interface NoticeOfRows extends Pick<ReviewContext, 'noticeProblem'> {
  /** Until when a row waits because of its notice; undefined if it doesn't. */
  readonly waitOf: (fields: SubmissionFields) => Wait | undefined;
}

const NOBODY: readonly string[] = [];

/** What the day of notice means for each row; `later`: the time chosen for all, UTC ms. The same object until that changes. */
export function useNoticeOfRows(
  checked: OpenImport['checked'],
  queued: OpenImport['queued'],
  { mapping, noticeOn: forAll }: OpenImport,
  later: number | null,
): NoticeOfRows {
  const rule = useRules().data?.notice;
  const hasColumn = mapping.noticeOn.from === 'columns';
  const now = useNow();
  const today = dayAt(now);
  // By the hour, so that thousands of rows aren't looked through again at each tick.
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const notice = useMemo<NoticeOfFile | null>(
    () => (rule ? { rule, hasColumn, forAll } : null),
    [rule, hasColumn, forAll],
  );
  const told = useMemo(() => {
    const recent = notice ? toldTooRecently({ checked, queued }, notice, Math.max(hour, later ?? 0)) : NOBODY;
    return recent.length === 0 ? NOBODY : recent;
  }, [checked, queued, notice, hour, later]);
  const waits = useNoticeWaits(told, later);
  return useMemo(
    () => ({
      noticeProblem: (fields) => (notice ? noticeProblemOf(notice, fields, today) : null),
      waitOf: ({ phoneNumber, noticeOn }) => {
        const until = waits?.get(toldKey(phoneNumber, noticeOn ?? forAll ?? ''));
        return until === undefined ? undefined : { until, timeZone: null, notice: true };
      },
    }),
    [notice, today, waits, forAll],
  );
}
