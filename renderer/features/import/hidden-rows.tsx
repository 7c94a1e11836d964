import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import { countOf } from '../../parts/text/count-of.ts';
import type { OpenImport } from './import-state.ts';
import classes from './national-numbers.module.css';
import { columnNames, hiddenNumbers } from './reading/source-rows.ts';

interface HiddenRowsProps {
  readonly open: OpenImport;
  readonly onTake: (taken: boolean) => void;
}

/** Says what does not show in the workbook and what becomes of it; absent where everything shows. */
export function HiddenRows({ open, onTake }: HiddenRowsProps) {
  const { source, edits, queued, run } = open;
  const hidden = useMemo(
    () => hiddenNumbers(source).filter((number) => !queued.has(number)),
    [source, queued],
  );
  const columns = hiddenColumnsRead(open);
  const out = hidden.filter((number) => edits.excluded.has(number)).length;
  return (
    <>
      {hidden.length > 0 && (
        <div className={classes['line']} data-asked={out > 0 || undefined}>
          <span>
            {out > 0
              ? `${countOf(out, 'hidden row is', 'hidden rows are')} left out.`
              : `${countOf(hidden.length, 'row is', 'rows are')} hidden in the workbook and taken in here.`}
          </span>
          <Button size="compact-sm" variant="default" disabled={run !== null} onClick={() => onTake(out > 0)}>
            {out > 0 ? `Take in ${countOf(out, 'hidden row')}` : 'Leave hidden rows out'}
          </Button>
        </div>
      )}
      {columns.length > 0 && (
        <div className={classes['line']}>
          {columns.length === 1 ? 'This column is' : 'These columns are'} read, but hidden in the workbook:{' '}
          {columns.join(', ')}
        </div>
      )}
    </>
  );
}

/** Names of the columns that fields are read from and that do not show in the workbook. */
function hiddenColumnsRead({ source, mapping }: OpenImport): readonly string[] {
  if (source.hiddenColumns.length === 0) return [];
  const read = IMPORT_FIELDS.flatMap((field) => {
    const from = mapping[field];
    return from.from === 'columns' ? from.columns : [];
  });
  const names = columnNames(source);
  return source.hiddenColumns.flatMap((column) => (read.includes(column) ? [names[column] ?? ''] : []));
}
