import type { Count } from '../../../shared/insights.ts';
import { Section } from '../../parts/section/section.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { foldRest } from './fold-rest.ts';
import { formatShare } from './format-figures.ts';
import classes from './status-bars.module.css';

interface StatusBarsProps {
  readonly title: string;
  readonly counts: readonly Count[];
  /** Said where there is nothing to count. */
  readonly empty: string;
}

/** How often each status occurs: a table whose rows carry bars. The words are the service's own. */
export function StatusBars({ title, counts, empty }: StatusBarsProps) {
  const rows = foldRest(counts);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className={classes['empty']}>{empty}</p>
      ) : (
        <table className={classes['table']} aria-label={title}>
          <colgroup>
            <col className={classes['status-column']} />
            <col />
            <col className={classes['share-column']} />
          </colgroup>
          <thead className={classes['head']}>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Number</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ value, count }) => (
              <StatusBar key={value} value={value} count={count} all={all} most={most} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

interface StatusBarProps extends Count {
  readonly all: number;
  readonly most: number;
}

function StatusBar({ value, count, all, most }: StatusBarProps) {
  return (
    <tr>
      <th scope="row" className={classes['status']}>
        <ClippedText>{value === '' ? '(empty)' : value}</ClippedText>
      </th>
      <td className={classes['bar']} style={{ '--bar': `${(100 * count) / most}%` }}>
        <span className={classes['count']}>{formatNumber(count)}</span>
      </td>
      <td className={classes['share']}>{formatShare(count, all)}</td>
    </tr>
  );
}
