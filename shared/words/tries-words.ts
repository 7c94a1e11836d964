import type { TriesRule, TriesUsed } from '../tries.ts';

/** Why a person may not be tried now, after their name: `was tried 3 times in the last 30 days: the next try is ...`. */
export function triesWords({ most, withinDays, tries, nextAt }: TriesUsed): string {
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(nextAt);
  return `was tried ${timesWords(tries)} within ${daysWords(withinDays)}, and the rules allow ${most}. Another try is allowed from ${when}.`;
}

/** `once`, `3 times`. */
export function timesWords(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

/** `At most 3 within 30 days`. */
export function triesRuleWords({ most, withinDays }: TriesRule): string {
  return `At most ${most} within ${daysWords(withinDays)}`;
}

/** `a day`, `30 days`. */
export function daysWords(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}
