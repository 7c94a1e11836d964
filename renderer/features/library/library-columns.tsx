import { fieldWords } from '../../../shared/described-field.ts';
import type { LibraryKind } from '../../../shared/library.ts';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { DescribeButton } from './describe-button.tsx';
import { EntryActions } from './entry-actions.tsx';
import classes from './library-columns.module.css';
import type { LibraryRow } from './library-rows.ts';

type LibraryColumn = GridColumn<LibraryRow>;

const name: LibraryColumn = {
  id: 'name',
  header: 'Name',
  meta: { track: 'minmax(120px, 1.6fr)' },
  cell: (entry) =>
    entry.name === '' ? (
      <span className={classes['none']}>No name yet</span>
    ) : (
      <ClippedText strong>{entry.name}</ClippedText>
    ),
};

const id: LibraryColumn = {
  id: 'id',
  header: 'ID',
  meta: { track: 'minmax(100px, 1.2fr)' },
  cell: (entry) => <ClippedText mono>{entry.serviceId}</ClippedText>,
};

const questionnaire: LibraryColumn = {
  id: 'questionnaire',
  header: 'Questionnaire',
  meta: { track: 'minmax(110px, 1.1fr)', from: 700 },
  cell: (entry) =>
    entry.defaultQuestionnaire !== '' && <ClippedText>{entry.defaultQuestionnaire}</ClippedText>,
};

const note: LibraryColumn = {
  id: 'note',
  header: 'Note',
  meta: { track: 'minmax(90px, 1.1fr)', from: 880 },
  cell: (entry) => entry.note !== '' && <ClippedText dimmed>{entry.note}</ClippedText>,
};

const described: LibraryColumn = {
  id: 'described',
  header: 'Described',
  meta: { track: '84px', from: 600 },
  cell: (entry) =>
    entry.fields.length > 0 ? (
      <span title={entry.fields.map(fieldWords).join('\n')}>{countOf(entry.fields.length, 'field')}</span>
    ) : (
      <DescribeButton entry={entry} />
    ),
};

const submissions: LibraryColumn = {
  id: 'submissions',
  header: 'Submitted',
  meta: { track: '76px', from: 600, align: 'end' },
  cell: (entry) => <Use count={entry.submissions} />,
};

const requests: LibraryColumn = {
  id: 'requests',
  header: 'Accepted',
  meta: { track: '72px', from: 1000, align: 'end' },
  cell: (entry) => <Use count={entry.requests} />,
};

const used: LibraryColumn = {
  id: 'used',
  header: 'Last used',
  meta: { track: '92px', from: 660 },
  cell: (entry) =>
    entry.lastUsedAt === null ? (
      <span className={classes['none']}>Never</span>
    ) : (
      <RelativeTime at={entry.lastUsedAt} />
    ),
};

const actions: LibraryColumn = {
  id: 'actions',
  header: 'Actions',
  meta: { track: '104px', align: 'end' },
  cell: (entry) => <EntryActions entry={entry} />,
};

export const libraryColumns: Readonly<Record<LibraryKind, readonly LibraryColumn[]>> = {
  job_description: [name, id, questionnaire, note, submissions, requests, used, actions],
  questionnaire: [name, id, note, described, submissions, requests, used, actions],
};

function Use({ count }: { count: number | null }) {
  if (count === null) return null;
  return <span className={count === 0 ? classes['none'] : classes['number']}>{formatNumber(count)}</span>;
}
