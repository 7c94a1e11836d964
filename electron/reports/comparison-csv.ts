import { lastCall } from '../../shared/call-timeline.ts';
import { type ComparedRow, compare, FACT_WORDS, type Fact } from '../../shared/comparison.ts';
import type { ComparedValue } from '../../shared/comparison-values.ts';
import { type CsvCell, toCsv } from '../../shared/csv.ts';
import type { RequestDetail } from '../../shared/request.ts';
import { fullOutcomeWords } from '../../shared/words/outcome-words.ts';
import { headlineWords, VERDICT_WORDS } from './report-words.ts';

/** A comparison as CSV: a line per field, a column per candidate, and the names of the best. */
export function comparisonCsv(requests: readonly RequestDetail[]): string {
  const { facts, sections } = compare(requests);
  const statuses = requests.map(({ status }) => status);
  return toCsv([
    ['Group', 'Field', ...requests.map(({ candidateName }) => candidateName), 'Differs', 'Best'],
    ['', 'Phone', ...requests.map(({ phoneNumber }) => phoneNumber), '', ''],
    ['', 'Request ID', ...requests.map(({ requestId }) => requestId), '', ''],
    ['', 'Status', ...statuses, new Set(statuses).size > 1 ? 'yes' : 'no', ''],
    ...facts.map(({ fact, differs }) => [
      '',
      FACT_WORDS[fact],
      ...requests.map((request) => factCell(request, fact)),
      differs ? 'yes' : 'no',
      '',
    ]),
    ...sections.flatMap(({ headings, rows }) => {
      const group = headings.length === 0 ? 'Assessment results' : headings.join(' / ');
      return rows.map((row) => [
        group,
        row.entry === null ? row.label : `${row.entry}: ${row.label}`,
        ...row.values.map(valueCell),
        row.differs ? 'yes' : 'no',
        bestNames(row, requests),
      ]);
    }),
  ]);
}

function bestNames({ best }: ComparedRow, requests: readonly RequestDetail[]): string {
  return requests
    .filter((_, place) => best[place])
    .map(({ candidateName }) => candidateName)
    .join(', ');
}

function valueCell(value: ComparedValue | null): CsvCell {
  if (value === null) return null;
  switch (value.kind) {
    case 'number':
      return value.value;
    case 'yes_no':
      return value.yes ? 'yes' : 'no';
    case 'lines':
      return value.lines.join('\n');
    case 'link':
      return value.href;
    default:
      return value.text;
  }
}

function factCell(request: RequestDetail, fact: Fact): CsvCell {
  const last = lastCall(request.screeningCalls);
  switch (fact) {
    case 'outcome':
      return fullOutcomeWords(request);
    case 'headline':
      return headlineWords(request);
    case 'verdict':
      return request.verdict === 'none' ? null : VERDICT_WORDS[request.verdict];
    case 'tags':
      return request.tags.join(', ');
    case 'notes':
      return request.notes;
    case 'calls':
      return request.callCount;
    case 'lastCall':
      return last ? [last.timestamp, last.status].filter((each) => each !== null).join(', ') : null;
    case 'job':
      return request.jobName ?? request.jobDescriptionId;
    case 'questionnaire':
      return request.questionnaireName ?? request.questionnaireTemplateId;
    case 'accepted':
      return new Date(request.acceptedAt).toISOString();
  }
}
