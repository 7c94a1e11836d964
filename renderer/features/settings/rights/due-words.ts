import { DUE_SOON_DAYS, daysLeft, type RightsRequest } from '../../../../shared/rights.ts';
import { formatDay } from '../../../parts/rights/format-day.ts';
import { countOf } from '../../../parts/text/count-of.ts';

/** When an entry is due or was closed, in words. `today`: the local day. */
export function dueWords(
  { state, dueOn, closedOn }: RightsRequest,
  today: string,
): { readonly words: string; readonly tone: 'late' | 'soon' | 'calm' } {
  if (state !== 'open')
    return {
      words: `${state === 'done' ? 'Done' : 'Refused'} on ${formatDay(closedOn ?? dueOn)}`,
      tone: 'calm',
    };
  const left = daysLeft(dueOn, today);
  if (left < 0) return { words: `Overdue by ${countOf(-left, 'day')}`, tone: 'late' };
  if (left === 0) return { words: 'Due today', tone: 'soon' };
  if (left <= DUE_SOON_DAYS) return { words: `Due in ${countOf(left, 'day')}`, tone: 'soon' };
  return { words: `Due on ${formatDay(dueOn)}`, tone: 'calm' };
}

/** Whom an entry is about, in words. */
export function personWords({
  name,
  phone,
  erased,
}: Pick<RightsRequest, 'name' | 'phone' | 'erased'>): string {
  if (erased) return 'Erased person';
  return name || phone || 'Without a name';
}
