import { ActionIcon, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { rowWords } from '../../../shared/words/import-words.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { useCellEdits } from './cell-edits.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { hasChoices, type ReviewRow } from './classify-rows.ts';
import classes from './notes-cell.module.css';

/** A row's problems and hints, and the choices they leave. A note names its field, whose cell may be scrolled away. */
export function NotesCell({ row }: { row: ReviewRow }) {
  return (
    <div className={classes['line']} data-anyway={row.state === 'duplicate' || row.anyway || undefined}>
      <div className={classes['words']}>
        {row.notes.length > 0 && !isSaidByChoices(row) && (
          <span
            className={classes['note']}
            data-dimmed={(row.state !== 'invalid' && row.state !== 'blocked') || undefined}
            data-short={hasChoices(row) || undefined}
            dir="auto"
            title={row.notes.map(rowWords).join('\n')}
          >
            {row.notes.map(rowWords).join(' ')}
          </span>
        )}
        {row.state !== 'excluded' &&
          row.problems.map((problem) => <ChoiceButtons key={problem.field} row={row} problem={problem} />)}
      </div>
      {(row.state === 'duplicate' || row.anyway) && <AnywayCheckbox row={row} />}
    </div>
  );
}

/** Several choice buttons need no further explanation. */
function isSaidByChoices({ state, problems }: ReviewRow): boolean {
  const [only, another] = problems;
  return state === 'choose' && !another && (only?.choices?.length ?? 0) > 1;
}

function AnywayCheckbox({ row }: { row: ReviewRow }) {
  const { chooseAnyway } = useCellEdits();
  const tabIndex = useRowTabIndex();
  return (
    <Checkbox
      size="xs"
      label="Queue anyway"
      classNames={{ root: classes['anyway'] ?? '' }}
      tabIndex={tabIndex}
      checked={row.anyway}
      onChange={(event) => chooseAnyway([row.number], event.currentTarget.checked)}
    />
  );
}

/** Leaves the row out, or puts it back. */
export function ExcludeButton({ row }: { row: ReviewRow }) {
  const { exclude } = useCellEdits();
  const tabIndex = useRowTabIndex();
  const out = row.state === 'excluded';
  const label = out ? `Put row ${row.number} back` : `Leave out row ${row.number}`;
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      className={classes['exclude']}
      data-out={out || undefined}
      aria-label={label}
      title={out ? 'Put back' : 'Leave out (Delete)'}
      tabIndex={tabIndex}
      onClick={() => exclude([row.number], !out)}
    >
      {out ? <IconArrowBackUp size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
    </ActionIcon>
  );
}
