import { IconEqualNot } from '@tabler/icons-react';
import classes from './row-head.module.css';

interface RowHeadProps {
  readonly label: string;
  /** The question, skill or place in a list that the field belongs to. */
  readonly entry?: string | null;
  readonly differs: boolean;
}

/** What a row is about, and whether the candidates differ in it. */
export function RowHead({ label, entry = null, differs }: RowHeadProps) {
  return (
    <th scope="row" className={classes['head']} data-differs={differs || undefined}>
      <span className={classes['line']}>
        <span className={classes['words']}>
          {entry !== null && (
            <span className={classes['entry']} dir="auto" title={entry}>
              {entry}
            </span>
          )}
          <span className={classes['label']} dir="auto">
            {label}
          </span>
        </span>
        {differs && (
          <span className={classes['mark']} title="They differ in this">
            <IconEqualNot size={14} role="img" aria-label="(differs)" />
          </span>
        )}
      </span>
    </th>
  );
}
