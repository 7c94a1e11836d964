import type { FoundHold } from '../../../../shared/privacy.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import { FoundEntry, type ItemProps } from './found-entry.tsx';
import { foundByWords } from './found-words.ts';
import classes from './privacy.module.css';

/** A hold of the person, which has their name or number itself. */
export function FoundHoldItem({ row, hint, checked, onChange }: ItemProps<FoundHold>) {
  return (
    <FoundEntry checked={checked} onChange={onChange}>
      <bdi className={classes['name']}>{[row.name, row.phone].filter((each) => each !== '').join(', ')}</bdi>
      <span className={classes['dim']}>
        {row.inForce ? 'Legal hold in force' : 'Legal hold that ended'} · {formatDate(row.placedAt)}
        {row.reason !== '' && (
          <>
            {' '}
            · “<bdi>{row.reason}</bdi>”
          </>
        )}
        {hint && row.foundBy === 'name' && ` · ${foundByWords(row.foundBy)}`}
      </span>
    </FoundEntry>
  );
}
