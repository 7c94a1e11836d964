import type { PinnedField } from '../../shared/assessment.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '../../shared/csv.ts';
import { partsIn, resultsIn } from '../../shared/read-results.ts';
import { serviceTime } from '../../shared/service-time.ts';
import { COVERED_WORDS } from '../../shared/words/covered-words.ts';
import { fullOutcomeWords } from '../../shared/words/outcome-words.ts';
import { requestProblemWords } from '../../shared/words/request-problem-words.ts';
import type { RecordPages, RequestRecord } from './request-record.ts';
import { ResultColumnsBuilder } from './result-columns.ts';

interface Column {
  readonly heading: string;
  /** `lastCallAt`: as the service wrote it. */
  readonly cell: (record: RequestRecord, lastCallAt: string | null) => CsvCell;
}

const COLUMNS: readonly Column[] = [
  { heading: 'Candidate name', cell: (record) => record.candidateName },
  { heading: 'Phone number', cell: (record) => record.phoneNumber },
  { heading: 'Request ID', cell: (record) => record.requestId },
  { heading: 'Status', cell: (record) => record.status },
  { heading: 'Outcome', cell: (record) => fullOutcomeWords(record) },
  { heading: 'Calls', cell: (record) => record.callCount },
  { heading: 'Last call status', cell: (record) => record.lastCallStatus },
  { heading: 'Last call (UTC)', cell: (_record, lastCallAt) => isoMoment(lastCallAt) },
  { heading: 'Verdict', cell: ({ verdict }) => (verdict === 'none' ? null : verdict) },
  { heading: 'Tags', cell: (record) => record.tags.join(', ') },
  { heading: 'Notes', cell: (record) => record.notes },
  {
    heading: 'Headline',
    cell: ({ headline, covered }) => headline ?? (covered === 'nothing' ? null : COVERED_WORDS),
  },
  { heading: 'Job description', cell: (record) => record.jobName },
  { heading: 'Job description ID', cell: (record) => record.jobDescriptionId },
  { heading: 'Questionnaire', cell: (record) => record.questionnaireName },
  { heading: 'Questionnaire ID', cell: (record) => record.questionnaireTemplateId },
  { heading: 'Resume link', cell: (record) => record.resumeUrl },
  { heading: 'Submitted (UTC)', cell: (record) => moment(record.submittedAt) },
  { heading: 'Consent', cell: ({ consent }) => consent?.wording ?? null },
  { heading: 'Consent recorded (UTC)', cell: ({ consent }) => moment(consent?.at ?? null) },
  { heading: 'Notice given on', cell: ({ noticeOn }) => noticeOn },
  { heading: 'Accepted (UTC)', cell: (record) => moment(record.acceptedAt) },
  { heading: 'Last changed (UTC)', cell: (record) => moment(record.changedAt) },
  { heading: 'Last checked (UTC)', cell: (record) => moment(record.refreshedAt) },
  { heading: 'Problem', cell: (record) => record.problem && requestProblemWords(record.problem) },
  { heading: 'Archived', cell: ({ archived }) => (archived ? 'yes' : 'no') },
];

/**
 * Requests as CSV that spreadsheets open as UTF-8, in chunks. Columns: the fields of every request, pinned fields, then
 * all result fields. To find those, reads `answers`, the answers of all `pages`, to the end before the first chunk.
 */
export async function* requestsToCsv(
  pages: RecordPages,
  answers: AsyncIterable<readonly string[]>,
  pins: readonly PinnedField[],
): AsyncGenerator<string, void> {
  const results = new ResultColumnsBuilder();
  for await (const page of answers) {
    for (const answer of page) results.add(resultsIn(answer));
  }
  const columns = results.finish();
  const own = [...COLUMNS, ...pins.map(pinnedColumn)];
  yield BYTE_ORDER_MARK + csvLine([...own.map(({ heading }) => heading), ...columns.headings()]);
  for await (const page of pages) {
    yield page
      .map((record) => {
        const { results: sent, lastCallAt } = partsIn(record.rawAnswer);
        return csvLine([...own.map(({ cell }) => cell(record, lastCallAt)), ...columns.cells(sent)]);
      })
      .join('');
  }
}

function pinnedColumn({ path, label, kind }: PinnedField): Column {
  return {
    heading: kind === 'date' ? `Pinned: ${label} (UTC)` : `Pinned: ${label}`,
    cell: ({ pinned }) => {
      const value = pinned[path];
      if (kind === 'date' && typeof value === 'number') return moment(value);
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? null);
    },
  };
}

/** A time that spreadsheets parse in every language: year first, no letters. */
function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** The same for a time written by the service; unchanged if it can't be parsed. */
function isoMoment(text: string | null): string | null {
  const at = serviceTime(text);
  return Number.isNaN(at) ? text : moment(at);
}
