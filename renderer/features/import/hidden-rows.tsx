import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import { countOf } from '../../parts/text/count-of.ts';
import type { OpenImport } from './import-state.ts';
import classes from './national-numbers.module.css';
import { columnNames, hiddenNumbers } from './reading/source-rows.ts';

interface HiddenRowsProps {
  readonly open: OpenImport;
  readonly onInclude: (included: boolean) => void;
}

/** Says which rows and columns are hidden in the workbook and whether they are imported. */
export function HiddenRows({ open, onInclude }: HiddenRowsProps) {
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
              : `${countOf(hidden.length, 'row is', 'rows are')} hidden in the workbook but included here.`}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            disabled={run !== null}
            onClick={() => onInclude(out > 0)}
          >
            {out > 0 ? `Include ${countOf(out, 'hidden row')}` : 'Leave out hidden rows'}
          </Button>
        </div>
      )}
      {columns.length > 0 && (
        <div className={classes['line']}>
          {columns.length === 1 ? 'This column is' : 'These columns are'} imported but hidden in the workbook:{' '}
          {columns.join(', ')}
        </div>
      )}
    </>
  );
}

/** Names of the columns that are mapped to fields but hidden in the workbook. */
function hiddenColumnsRead({ source, mapping }: OpenImport): readonly string[] {
  if (source.hiddenColumns.length === 0) return [];
  const read = IMPORT_FIELDS.flatMap((field) => {
    const from = mapping[field];
    return from.from === 'columns' ? from.columns : [];
  });
  const names = columnNames(source);
  return source.hiddenColumns.flatMap((column) => (read.includes(column) ? [names[column] ?? ''] : []));
}
