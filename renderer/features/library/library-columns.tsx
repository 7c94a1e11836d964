import { fieldWords } from '../../../shared/described-field.ts';
import type { LibraryKind } from '../../../shared/library.ts';
import { type GridColumns, gridColumns } from '../../parts/grid/grid-columns.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { EntryActions } from './entry-actions.tsx';
import classes from './library-columns.module.css';
import type { LibraryRow } from './library-rows.ts';

const column = gridColumns<LibraryRow>();

const name = column.display({
  id: 'name',
  header: 'Name',
  meta: { track: 'minmax(120px, 1.6fr)' },
  cell: ({ row: { original } }) =>
    original.name === '' ? (
      <span className={classes['none']}>No name yet</span>
    ) : (
      <ClippedText strong>{original.name}</ClippedText>
    ),
});

const id = column.display({
  id: 'id',
  header: 'ID',
  meta: { track: 'minmax(100px, 1.2fr)' },
  cell: ({ row: { original } }) => <ClippedText mono>{original.serviceId}</ClippedText>,
});

const questionnaire = column.display({
  id: 'questionnaire',
  header: 'Questionnaire',
  meta: { track: 'minmax(110px, 1.1fr)', from: 700 },
  cell: ({ row: { original } }) =>
    original.defaultQuestionnaire !== '' && <ClippedText>{original.defaultQuestionnaire}</ClippedText>,
});

const note = column.display({
  id: 'note',
  header: 'Note',
  meta: { track: 'minmax(90px, 1.1fr)', from: 880 },
  cell: ({ row: { original } }) => original.note !== '' && <ClippedText dimmed>{original.note}</ClippedText>,
});

const described = column.display({
  id: 'described',
  header: 'Described',
  meta: { track: '84px', from: 700 },
  cell: ({ row: { original } }) =>
    original.fields.length > 0 && (
      <span title={original.fields.map(fieldWords).join('\n')}>
        {countOf(original.fields.length, 'field')}
      </span>
    ),
});

const submissions = column.display({
  id: 'submissions',
  header: 'Submitted',
  meta: { track: '76px', from: 600, align: 'end' },
  cell: ({ row: { original } }) => <Use count={original.submissions} />,
});

const requests = column.display({
  id: 'requests',
  header: 'Accepted',
  meta: { track: '72px', from: 1000, align: 'end' },
  cell: ({ row: { original } }) => <Use count={original.requests} />,
});

const used = column.display({
  id: 'used',
  header: 'Last used',
  meta: { track: '92px', from: 540 },
  cell: ({ row: { original } }) =>
    original.lastUsedAt === null ? (
      <span className={classes['none']}>Never</span>
    ) : (
      <RelativeTime at={original.lastUsedAt} />
    ),
});

const actions = column.display({
  id: 'actions',
  header: 'Actions',
  meta: { track: '104px', align: 'end' },
  cell: ({ row: { original } }) => <EntryActions entry={original} />,
});

/** The columns of each kind of entry. */
export const libraryColumns: Readonly<Record<LibraryKind, GridColumns<LibraryRow>>> = {
  job_description: column.columns([name, id, questionnaire, note, submissions, requests, used, actions]),
  questionnaire: column.columns([name, id, note, described, submissions, requests, used, actions]),
};

function Use({ count }: { count: number | null }) {
  if (count === null) return null;
  return <span className={count === 0 ? classes['none'] : classes['number']}>{formatNumber(count)}</span>;
}
