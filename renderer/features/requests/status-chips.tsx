import { IconX } from '@tabler/icons-react';
import { useRequestStatuses } from '../../api/requests.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import classes from './status-chips.module.css';

interface StatusChipsProps {
  readonly chosen: string | null;
  readonly onChoose: (status: string | null) => void;
}

/** One chip per status there is; pressing a pressed one takes the filter away. */
export function StatusChips({ chosen, onChoose }: StatusChipsProps) {
  const statuses = useRequestStatuses().data ?? [];
  const gone = chosen !== null && !statuses.some(({ status }) => status === chosen);
  const shown = gone ? [...statuses, { status: chosen, count: 0 }] : statuses;
  if (shown.length < 2 && chosen === null) return null;
  return (
    <fieldset className={classes['chips']} aria-label="Filter by status">
      {shown.map(({ status, count }) => (
        <button
          key={status}
          type="button"
          className={classes['chip']}
          aria-pressed={status === chosen}
          onClick={() => onChoose(status === chosen ? null : status)}
        >
          <span className={classes['word']} dir="auto">
            {status === '' ? '(empty)' : status}
          </span>
          <span className={classes['count']}>{formatNumber(count)}</span>
          {status === chosen && <IconX size={13} aria-hidden />}
        </button>
      ))}
    </fieldset>
  );
}
