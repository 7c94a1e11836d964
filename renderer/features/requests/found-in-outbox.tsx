import { Link } from 'wouter';
import { useFoundSubmissions } from '../../api/submission-search.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { foundSubmissionsPath, submissionPath } from '../../routes/paths.ts';
import classes from './list-footing.module.css';

interface FoundInOutboxProps {
  readonly search: string;
  /** No request matches. */
  readonly alone?: boolean;
}

/** `3 more in the Outbox`: a link to the submissions that match the search and have no request; nothing without any. */
export function FoundInOutbox({ search, alone = false }: FoundInOutboxProps) {
  const { rows, total } = useFoundSubmissions(search, 1);
  const [only] = rows;
  if (!only) return null;
  return (
    <Link
      className={classes['elsewhere']}
      href={total === 1 ? submissionPath(only.id) : foundSubmissionsPath(search)}
    >
      {formatNumber(total)} {alone ? 'found' : 'more'} in the Outbox
    </Link>
  );
}
