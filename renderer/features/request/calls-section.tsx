import type { ScreeningCall } from '../../../shared/request.ts';
import { Section } from '../../parts/section/section.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { formatIsoDateTime, formatMinutes } from '../../parts/time/format-time.ts';
import classes from './calls-section.module.css';

/** The screening calls as the service reports them, in its order. */
export function CallsSection({ calls }: { calls: readonly ScreeningCall[] }) {
  return (
    <Section title="Screening calls">
      {calls.length === 0 ? (
        <p className={classes['empty']}>No calls yet. They show here as soon as the service reports one.</p>
      ) : (
        <CallTable calls={calls} />
      )}
    </Section>
  );
}

function CallTable({ calls }: { calls: readonly ScreeningCall[] }) {
  const numbered = calls.map((call, at) => ({ call, number: at + 1 }));
  return (
    <div className={classes['frame']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">When</th>
            <th scope="col">Length</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {numbered.map(({ call, number }) => (
            <tr key={number} title={call.id === null ? undefined : `Call ${call.id}`}>
              <td className={classes['number']}>{number}</td>
              <td>{call.timestamp === null ? 'Not given' : formatIsoDateTime(call.timestamp)}</td>
              <td>{call.durationMinutes === null ? '–' : callLength(call.durationMinutes)}</td>
              <td>{call.status === null ? '–' : <StatusBadge status={call.status} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function callLength(minutes: number): string {
  return minutes === 0 ? '0 min' : formatMinutes(minutes);
}
