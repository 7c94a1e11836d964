import { IconEqualNot } from '@tabler/icons-react';
import classes from './row-head.module.css';

interface RowHeadProps {
  readonly label: string;
  /** The question, skill or list index the field belongs to. */
  readonly entry?: string | null;
  readonly differs: boolean;
}

/** The name of a row's field, and a mark if the candidates differ in it. */
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
          <span className={classes['mark']} title="Candidates differ in this field">
            <IconEqualNot size={14} role="img" aria-label="(differs)" />
          </span>
        )}
      </span>
    </th>
  );
}
