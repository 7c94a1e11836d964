import { useMemo } from 'react';
import { runDelaySeconds, undoSecondsOf } from '../../../shared/imports.ts';
import { useAppState } from '../../api/app-state.tsx';
import { useRules } from '../../api/rules.ts';
import { useSettings } from '../../api/settings.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { useCellEdits } from './cell-edits.ts';
import type { ReviewRow } from './classify-rows.ts';
import { sendPlan } from './send-plan.ts';
import { askedWords, jobsWords, nightWords, spanWords } from './send-plan-words.ts';
import classes from './send-summary.module.css';

interface SendSummaryProps {
  readonly rows: readonly ReviewRow[];
  /** Nothing is sent before this, UTC ms; null for as soon as possible. */
  readonly notBefore: number | null;
}

/** What pressing the button below leads to: how many calls, for which jobs, and when. */
export function SendSummary({ rows, notBefore }: SendSummaryProps) {
  const now = useNow();
  const { paused } = useAppState();
  const { nameOf } = useCellEdits();
  const undoSeconds = useSettings().data?.undoSeconds ?? 0;
  const hoursHold = useRules().data?.callingHours.enabled;
  const wanted = Math.max(now, notBefore ?? 0);
  const plan = useMemo(() => sendPlan(rows, wanted), [rows, wanted]);
  if (plan.count === 0) return null;
  const seconds = undoSecondsOf(plan.count, undoSeconds);
  const undoUntil = now + 1000 * runDelaySeconds(plan.count, undoSeconds);
  const first = Math.max(plan.first, undoUntil);
  const night = nightWords(plan, wanted, now);
  return (
    <section className={classes['summary']} aria-label="Before calls start">
      <strong dir="auto">{jobsWords(plan, (id) => nameOf('jobDescriptionId', id))}</strong>{' '}
      {night !== null && <span className={classes['night']}>{night} </span>}
      {plan.asked > 0 && <span className={classes['night']}>{askedWords(plan)} </span>}
      {hoursHold === false && 'Calling hours are off, so nobody waits for daytime. '}
      {plan.asked === plan.count
        ? ''
        : paused
          ? 'Sending is paused: no call starts until you resume it.'
          : spanWords({ first, last: Math.max(plan.last, first) }, now)}
      {first > undoUntil && !paused
        ? ' You can undo until then.'
        : seconds > 0 && ` You can undo for ${seconds} seconds.`}
    </section>
  );
}
