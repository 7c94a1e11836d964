import { localDay } from '../../../shared/local-day.ts';
import { startOfDay } from '../../parts/time/start-of-day.ts';

/** Ranges of local days offered as buttons; `from` is UTC ms, and all end today. */
export function dayPresets(now: number): readonly { readonly name: string; readonly from: number }[] {
  const today = localDay(now);
  const daysAgo = (days: number) => startOfDay(today, -days) ?? now;
  return [
    { name: 'Today', from: daysAgo(0) },
    { name: 'Last 7 days', from: daysAgo(6) },
    { name: 'Last 30 days', from: daysAgo(29) },
    { name: 'This month', from: daysAgo(new Date(now).getDate() - 1) },
  ];
}
