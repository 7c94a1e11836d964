import { Button } from '@mantine/core';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { formatDateTime, formatRelative } from '../../parts/time/format-time.ts';
import { useNow } from '../../parts/time/use-now.ts';
import classes from './list-footing.module.css';

interface ListFootingProps {
  /** Requests that match, and all there are; null while unknown. */
  readonly total: number | null;
  readonly all: number | null;
  /** When the service was last asked about the rows on screen: the oldest and the latest, UTC ms. */
  readonly checked: { readonly oldest: number | null; readonly latest: number } | null;
  /** What is not known yet, in words, which stands in place of that; null where all is. */
  readonly reading: string | null;
  /** Rows that would stand elsewhere by now. */
  readonly moved: number;
  readonly onSortAgain: () => void;
}

/** How much is listed, how old it is, and whether its order has fallen behind. */
export function ListFooting({ total, all, checked, reading, moved, onSortAgain }: ListFootingProps) {
  return (
    <div className={classes['footing']}>
      <span className={classes['count']} aria-live="polite">
        {total !== null && countWords(total, all ?? total)}
      </span>
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

/** `Checked 2 min. ago`: the oldest check among the rows on screen, for that is what can be relied on. */
function CheckedAge({ oldest, latest }: { oldest: number | null; latest: number }) {
  const now = useNow();
  const words = oldest === null ? 'Some not checked yet' : `Checked ${formatRelative(oldest, now)}`;
  return <span title={`Rows on screen; the last one ${formatDateTime(latest)}`}>{words}</span>;
}
