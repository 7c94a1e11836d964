import type { HourCount } from '../../../shared/insights.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { ChartCard } from './charts/chart-card.tsx';
import { HeatMap } from './charts/heat-map.tsx';

/** Calls by weekday and hour. */
export function HoursChart({ hours }: { hours: readonly HourCount[] }) {
  const counts = new Map(hours.map(({ weekday, hour, calls }) => [`${weekday} ${hour}`, calls]));
  const callsIn = (weekday: number, hour: number): number => counts.get(`${weekday} ${hour}`) ?? 0;
  const names = hourNames();
  const days = dayNames();
  const order = weekdaysInOrder();
  const spanOf = (hour: number): string => `${names[hour]} to ${names[(hour + 1) % 24]}`;
  return (
    <ChartCard
      title="Calls by hour and weekday"
      hint="Start times, in this computer's time zone"
      wide
      empty={hours.length === 0 ? 'No calls with a time yet.' : null}
      table={{
        headers: ['Hour', ...order.map((day) => days[day]?.long ?? '')],
        rows: names.map((_, hour) => [spanOf(hour), ...order.map((day) => callsIn(day, hour))]),
      }}
    >
      <HeatMap
        label="Calls by hour and weekday"
        columns={names.map((name, hour) => ({ key: name, label: name, named: hour % 3 === 0 }))}
        rows={order.map((day) => ({
          key: String(day),
          name: days[day]?.short ?? '',
          values: names.map((_, hour) => callsIn(day, hour)),
        }))}
        nameOf={(row, hour) => `${days[order[row] ?? 0]?.long}, ${spanOf(hour)}`}
        words={(calls) => countOf(calls, 'call')}
      />
    </ChartCard>
  );
}
/** The names of the weekdays, Monday first. */
function dayNames(): readonly { readonly long: string; readonly short: string }[] {
  const long = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
  const short = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
  return Array.from({ length: 7 }, (_, day) => {
    // 2024-01-01 was a Monday.
    const date = new Date(2024, 0, 1 + day);
    return { long: long.format(date), short: short.format(date) };
  });
}

/** The hours of a day in the system's format: `9 AM`, `09`. */
function hourNames(): readonly string[] {
  const format = new Intl.DateTimeFormat(undefined, { hour: 'numeric' });
  return Array.from({ length: 24 }, (_, hour) => format.format(new Date(2024, 0, 1, hour)));
}

/** The weekdays (0 is Monday), starting with the locale's first day of the week. */
function weekdaysInOrder(locale = new Intl.Locale(navigator.language)): readonly number[] {
  const first = firstDay(locale) - 1;
  return Array.from({ length: 7 }, (_, at) => (first + at) % 7);
}

/** 1 is Monday, 7 is Sunday. TypeScript doesn't know `getWeekInfo` yet (ECMA-402, Intl Locale Info). */
function firstDay(locale: Intl.Locale): number {
  const getWeekInfo: unknown = Reflect.get(locale, 'getWeekInfo');
  const info: unknown = typeof getWeekInfo === 'function' ? getWeekInfo.call(locale) : undefined;
  const day: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : undefined;
  return typeof day === 'number' ? day : 1;
}
