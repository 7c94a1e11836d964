import { Button } from '@mantine/core';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { formatDateTime, formatRelative } from '../../parts/time/format-time.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { FoundInOutbox } from './found-in-outbox.tsx';
import classes from './list-footing.module.css';
import type { CheckedAges } from './use-rows-on-screen.ts';

interface ListFootingProps {
  /** Requests that match, and those of which they are a part; null while unknown. */
  readonly total: number | null;
  readonly all: number | null;
  readonly checked: CheckedAges | null;
  /** Shown in place of the age while results are still being read. */
  readonly reading: string | null;
  readonly search: string;
  /** Rows that would move if the list were sorted again. */
  readonly moved: number;
  readonly onSortAgain: () => void;
}

/** How many requests are listed, how old they are, and whether the order is out of date. */
export function ListFooting(props: ListFootingProps) {
  const { total, all, search, checked, reading, moved, onSortAgain } = props;
  return (
    <div className={classes['footing']}>
      <span className={classes['count']} aria-live="polite">
        {total !== null && countWords(total, all ?? total)}
      </span>
      {total !== 0 && <FoundInOutbox search={search} />}
      {reading === null ? (
        checked && <CheckedAge {...checked} />
      ) : (
        <span className={classes['reading']} title={reading}>
          {reading}
        </span>
      )}
      <span className={classes['moved']} aria-live="polite">
        {moved > 0 && (
          <>
            {countOf(moved, 'row has', 'rows have')} moved
            <Button size="compact-xs" variant="subtle" onClick={onSortAgain}>
              Sort again
            </Button>
          </>
        )}
      </span>
    </div>
  );
}

function countWords(total: number, all: number): string {
  return total >= all ? countOf(total, 'request') : `${countOf(total, 'request')} of ${formatNumber(all)}`;
}

/** `Checked 2 min. ago`: of the rows on screen, the one checked longest ago counts. */
function CheckedAge({ oldest, latest }: CheckedAges) {
  const now = useNow();
  const words = oldest === null ? 'Some not checked yet' : `Checked ${formatRelative(oldest, now)}`;
  return <span title={`Rows on screen; latest check ${formatDateTime(latest)}`}>{words}</span>;
}
