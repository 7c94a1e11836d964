import type { HourCount } from '../../../shared/insights.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { ChartCard } from './charts/chart-card.tsx';
import { HeatMap } from './charts/heat-map.tsx';
import { dayNames, hourNames, weekdaysInOrder } from './week.ts';

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
