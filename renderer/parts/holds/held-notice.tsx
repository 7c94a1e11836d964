import type { HeldBy } from '../../../shared/holds.ts';
import { useHoldsOf } from '../../api/holds.ts';
import { formatDate } from '../format.ts';
import { Notice } from '../notice.tsx';
import classes from './held-list.module.css';
import { heldAsWords } from './hold-words.ts';

/** Says that a request is under legal hold, and why; nothing if it isn't. */
export function HeldNotice({ submissionId, tags }: { submissionId: string; tags: readonly string[] }) {
  const { data = [] } = useHoldsOf(submissionId, tags);
  if (data.length === 0) return null;
  return (
    <Notice tone="info" title="Under legal hold: this request is not erased when its time is over">
      <HeldList holds={data} />
    </Notice>
  );
}

/** Why something is under legal hold, since when and by whom. */
export function HeldList({ holds }: { holds: readonly HeldBy[] }) {
  return (
    <ul className={classes['list']} aria-label="Legal holds">
      {holds.map((hold) => (
        <li key={hold.id}>
          <bdi>{heldAsWords(hold)}</bdi>, since {formatDate(hold.placedAt)}, placed by{' '}
          <bdi>{hold.placedBy === '' ? 'an unknown account' : hold.placedBy}</bdi>
          {hold.reason !== '' && (
            <>
              : “<bdi>{hold.reason}</bdi>”
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
