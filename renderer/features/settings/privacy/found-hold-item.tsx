import type { FoundHold } from '../../../../shared/privacy.ts';
import { useHoldSubject } from '../../../parts/holds/use-hold-subject.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import { FoundEntry, type ItemProps } from './found-entry.tsx';
import { foundByWords } from './found-words.ts';
import classes from './privacy.module.css';

/** A hold of the person, which has their name or number itself. */
export function FoundHoldItem({ row, hint, checked, onChange }: ItemProps<FoundHold>) {
  const subject = useHoldSubject({ ...row, kind: 'person', value: '', label: null });
  return (
    <FoundEntry checked={checked} onChange={onChange}>
      <bdi className={classes['name']}>{subject}</bdi>
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
