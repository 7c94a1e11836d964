import type { ReactNode } from 'react';
import type { PinnedField, PinnedValue } from '../../../shared/assessment.ts';
import type { RequestRow, Verdict } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { requestProblemWords } from '../../../shared/words/request-problem-words.ts';
import { statusTitle, statusWords } from '../../../shared/words/status-words.ts';
import { formatDate, formatDateTime, formatNumber, formatRelative, shortId } from '../../parts/format.ts';
import type { CellText, GridColumn } from '../../parts/grid/grid-columns.ts';
import { outcomeCell, ScaleTrack, statusCell, TagList } from '../../parts/status.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { hashHref } from '../../routes/hash-location.ts';
import { jobPath } from '../../routes/paths.ts';
import classes from './requests.module.css';

/** A column of Tracked requests. */
export interface RequestColumn extends GridColumn<RequestRow> {
  /** The text of its header. */
  readonly title: string;
  /** The lowest ranks are shown first when room is short; null for columns that are hidden by default. */
  readonly rank: number | null;
  /** Shown only if names and jobs keep more than their least width. */
  readonly extra?: boolean;
}

/** What cells depend on besides their row; a change redraws every row. */
interface CellContext {
  readonly pins: readonly PinnedField[];
  /** Paths of pinned fields that results are still being read for; they don't sort yet. */
  readonly unread: readonly string[];
  /** UTC ms. */
  readonly now: number;
  readonly formatPhone: (e164: string) => string;
  /** Whether the list shows requests with a problem only, which then have a column for it. */
  readonly problems: boolean;
  /** Whether colleagues have requests here, too: a column says whose each is. */
  readonly isShared: boolean;
}

/** Wide enough for a date. */
const MOMENT_TRACK = 'minmax(96px, 0.6fr)';

/** All columns, in their default order. The id of a column that sorts is its sort order in the IPC contract. */
export function requestColumns({
  pins,
  unread,
  now,
  formatPhone,
  problems,
  isShared,
}: CellContext): readonly RequestColumn[] {
  return [
    sorting('name', 'Candidate', 0, { track: 'minmax(98px, 2fr)' }, candidateCell),
    extra(
      sorting('phone', 'Phone', 6, { track: 'minmax(132px, 1fr)' }, ({ phoneNumber }) => ({
        text: formatPhone(phoneNumber),
      })),
    ),
    sorting('job', 'Job', 4, { track: 'minmax(72px, 1.6fr)' }, ({ jobName, jobDescriptionId }) => ({
      ...namedId(jobName, jobDescriptionId),
      href: hashHref(jobPath(jobDescriptionId)),
    })),
    sorting('questionnaire', 'Questionnaire', null, { track: 'minmax(108px, 1.4fr)' }, (request) =>
      namedId(request.questionnaireName, request.questionnaireTemplateId),
    ),
    // Wide enough for "Not reached (10 tries)".
    sorting('outcome', 'Outcome', 1, { track: 'minmax(152px, 0.9fr)' }, outcomeCell),
    ...(problems ? [problemColumn] : []),
    sorting('status', 'Status', null, { track: 'minmax(108px, 1fr)' }, ({ status }) => statusCell(status)),
    sorting(
      'headline',
      'Score',
      pins.some(({ headline, isEmpty }) => headline && !isEmpty) ? 2 : null,
      { track: 'minmax(46px, 0.8fr)' },
      scoreCell,
    ),
    ...pins.map((pin) => {
      const isRead = !unread.includes(pin.path);
      const cell = (row: RequestRow) =>
        row.pinned[pin.path] === undefined && isCovered(row)
          ? COVERED
          : pinnedCell(pin, row.pinned[pin.path], isRead || !row.hasResults);
      return {
        ...sorting(`pin:${pin.path}`, pin.label, rankOfPin(pin), pinnedLayout(pin), cell),
        sortable: isRead,
        extra: pin.headline === true,
      };
    }),
    extra(sorting('calls', 'Calls', 8, { track: 'minmax(88px, 1.2fr)' }, callsCell)),
    // With room for the number of colleagues' verdicts.
    sorting('verdict', 'Verdict', 3, { track: `minmax(${isShared ? 76 : 52}px, 0.4fr)` }, verdictCell),
    ...(isShared ? [byColumn] : []),
    {
      ...sorting('tags', 'Tags', 9, { track: 'minmax(84px, 1fr)' }, ({ tags }) => <TagList tags={tags} />),
      sortable: false,
      extra: true,
    },
    sorting('accepted', 'Accepted', null, { track: MOMENT_TRACK, align: 'end' }, ({ acceptedAt }) =>
      moment(acceptedAt, now, formatDateTime(acceptedAt)),
    ),
    sorting('updated', 'Updated', 5, { track: MOMENT_TRACK, align: 'end' }, (request) =>
      moment(request.changedAt, now, agesOf(request, now)),
    ),
  ];
}

const problemColumn: RequestColumn = {
  ...sorting('problem', 'Problem', 1, { track: 'minmax(160px, 2.4fr)' }, ({ problem }) =>
    problem === null ? none('–') : requestProblemWords(problem),
  ),
  sortable: false,
};

/** Above the columns that don't tell candidates apart for a team. */
const byColumn: RequestColumn = {
  ...sorting('by', 'By', 5, { track: 'minmax(72px, 0.8fr)' }, ({ by }) =>
    by === null ? { ...none('You'), title: 'Submitted by you' } : { text: by, title: `Submitted by ${by}` },
  ),
  sortable: false,
};

function sorting(
  id: string,
  title: string,
  rank: RequestColumn['rank'],
  meta: RequestColumn['meta'],
  cell: RequestColumn['cell'],
): RequestColumn {
  return { id, title, rank, header: title, meta, sortable: true, cell };
}

function extra(column: RequestColumn): RequestColumn {
  return { ...column, extra: true };
}

const CHANGED = 'Changed since you last looked';
const CALLED_TWICE = 'May be called twice: the history says why';

function candidateCell({ candidateName, unseen, calledTwice, problem }: RequestRow): ReactNode | CellText {
  if (!unseen && !calledTwice && problem === null) return { text: candidateName, className: classes['name'] };
  return (
    <div className={classes['candidate']}>
      {unseen && <Mark look="unseen" words={CHANGED} />}
      <ClippedText strong>{candidateName}</ClippedText>
      {calledTwice && <Mark look="problem" words={CALLED_TWICE} />}
      {problem !== null && <Mark look="problem" words={requestProblemWords(problem)} />}
    </div>
  );
}

/** An icon drawn in CSS. */
function Mark({ look, words }: { look: 'unseen' | 'problem'; words: string }) {
  return <span className={classes[look]} role="img" aria-label={words} title={words} />;
}

const VERDICT_CLASSES: Readonly<Record<Verdict, string | undefined>> = {
  none: undefined,
  no: classes['no'],
  maybe: classes['maybe'],
  yes: classes['yes'],
};

/** One's own verdict, and how many colleagues gave one; the tooltip has theirs. */
function verdictCell({ verdict, colleagueVerdicts }: RequestRow): CellText {
  const own = verdict === 'none' ? { ...none('–'), title: VERDICT_WORDS.none } : verdictText(verdict);
  if (colleagueVerdicts.length === 0) return own;
  const lines = colleagueVerdicts.map(({ person, verdict: theirs }) => `${person}: ${VERDICT_WORDS[theirs]}`);
  return {
    ...own,
    text: verdict === 'none' ? `+${colleagueVerdicts.length}` : `${own.text} +${colleagueVerdicts.length}`,
    title: [`You: ${VERDICT_WORDS[verdict]}`, ...lines].join('\n'),
  };
}

function verdictText(verdict: Verdict): CellText {
  return { text: VERDICT_WORDS[verdict], className: VERDICT_CLASSES[verdict] };
}

/** Whether the row has results that aren't shown before a verdict. */
function isCovered({ covered, hasResults }: RequestRow): boolean {
  return covered && hasResults;
}

const COVERED: CellText = {
  text: 'Covered',
  title: 'Covered until you give a verdict',
  className: classes['none'],
};

/** The number with its place on the scale; a headline without a scale as text. */
function scoreCell(row: RequestRow): ReactNode | CellText {
  const { headline, score } = row;
  if (headline === null) return isCovered(row) ? COVERED : none('–');
  if (score === null) return headline;
  return (
    <span className={classes['score']} title={headline}>
      <span className={classes['spoken']}>{headline}</span>
      <span dir="auto" aria-hidden>
        {score.text}
      </span>
      <span className={classes['scoreBar']}>
        <ScaleTrack {...score} />
      </span>
    </span>
  );
}

function agesOf({ changedAt, refreshedAt }: RequestRow, now: number): string {
  const checked = refreshedAt === null ? 'Not checked yet' : `Checked ${formatRelative(refreshedAt, now)}`;
  return `Changed ${formatDateTime(changedAt)}\n${checked}`;
}

function namedId(name: string | null, id: string): CellText {
  return name === null ? { text: shortId(id), title: id, className: classes['id'] } : { text: name };
}

function callsCell({ callCount, lastCallStatus }: RequestRow): ReactNode | CellText {
  if (callCount === 0) return none('–');
  const count = formatNumber(callCount);
  if (lastCallStatus === null) return count;
  return {
    text: `${count} · ${statusWords(lastCallStatus)}`,
    title: `${count} · ${statusTitle(lastCallStatus)}`,
  };
}

/**
 * Above the columns that don't help to decide, as somebody pinned it to see it, but not above the phone number. The score
 * already shows a headline.
 */
function rankOfPin({ headline, isEmpty }: PinnedField): RequestColumn['rank'] {
  return isEmpty ? null : headline ? 10 : 7;
}

function pinnedLayout({ kind }: PinnedField): RequestColumn['meta'] {
  return kind === 'number' ? { track: 'minmax(80px, 0.8fr)', align: 'end' } : { track: 'minmax(104px, 1fr)' };
}

function pinnedCell(pin: PinnedField, value: PinnedValue | undefined, isRead: boolean): CellText {
  if (value === undefined) return none(isRead ? '–' : '…');
  if (typeof value === 'boolean') return { text: value ? 'Yes' : 'No' };
  if (typeof value === 'number' && pin.kind === 'date')
    return { text: formatDate(value), title: formatDateTime(value) };
  return { text: String(value) };
}

function moment(at: number, now: number, title: string): CellText {
  return { text: formatRelative(at, now), title, className: classes['moment'] };
}

function none(words: string): CellText {
  return { text: words, className: classes['none'] };
}
