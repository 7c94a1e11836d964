import { Checkbox } from '@mantine/core';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { useChooseAnyway } from './anyway-choice.ts';
import type { ReviewRow } from './judge-rows.ts';
import classes from './review-columns.module.css';

/** What to look at in a row; a duplicate can be queued on purpose. */
export function NotesCell({ row }: { row: ReviewRow }) {
  if (row.notes.length === 0) return null;
  return (
    <div className={classes['notes']}>
      <div className={classes['notesLine']}>
        <ClippedText dimmed title={row.notes.join('\n')}>
          {row.notes.join(' ')}
        </ClippedText>
        {(row.state === 'duplicate' || row.anyway) && <AnywayCheckbox row={row} />}
      </div>
    </div>
  );
}

function AnywayCheckbox({ row }: { row: ReviewRow }) {
  const choose = useChooseAnyway();
  const tabIndex = useRowTabIndex();
  return (
    <Checkbox
      size="xs"
      label={
        <>
          Queue<span className={classes['word']}> anyway</span>
        </>
      }
      classNames={{ root: classes['anyway'] ?? '' }}
      tabIndex={tabIndex}
      checked={row.anyway}
      onChange={(event) => choose([row.number], event.currentTarget.checked)}
    />
  );
}
