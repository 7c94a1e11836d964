import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { countOf } from '../../parts/text/count-of.ts';
import { keptOf, unusedColumns } from './file-mapping.ts';
import type { OpenImport } from './import-state.ts';
import classes from './national-numbers.module.css';
import { columnNames } from './reading/source-rows.ts';

interface UnusedColumnsProps {
  readonly open: OpenImport;
  readonly onShowColumns: () => void;
}

/** Names the columns that no field uses, and which of them become notes and tags. */
export function UnusedColumns({ open, onShowColumns }: UnusedColumnsProps) {
  const { source, mapping, kept, run } = open;
  const { names, notes, tags, unused } = useMemo(() => {
    const used = keptOf({ source, mapping, kept });
    const isKept = (column: number) => used.notes.includes(column) || used.tags.includes(column);
    const left = unusedColumns({ source, mapping }).filter((column) => !isKept(column));
    return { names: columnNames(source), ...used, unused: left };
  }, [source, mapping, kept]);
  if (unused.length + notes.length + tags.length === 0) return null;
  const named = (columns: readonly number[]) => columns.map((column) => names[column] ?? '');
  return (
    <div className={classes['line']}>
      {unused.length > 0 && (
        <span>
          {countOf(unused.length, 'column is', 'columns are')} not used: <Names names={named(unused)} />
        </span>
      )}
      {notes.length > 0 && (
        <span>
          In the notes: <Names names={named(notes)} />
        </span>
      )}
      {tags.length > 0 && (
        <span>
          As tags: <Names names={named(tags)} />
        </span>
      )}
      <Button size="compact-sm" variant="default" disabled={run !== null} onClick={onShowColumns}>
        {notes.length + tags.length > 0 ? 'Change' : 'Keep in notes or tags'}
      </Button>
    </div>
  );
}

/** The rest is in the tooltip, and in the panel of columns. */
const SHOWN = 6;

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - SHOWN;
  return (
    <span dir="auto" title={names.join(', ')}>
      {names.slice(0, SHOWN).join(', ')}
      {more > 0 && ` and ${countOf(more, 'more', 'more')}`}
    </span>
  );
}
