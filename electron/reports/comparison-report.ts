import { lastCall } from '../../shared/call-timeline.ts';
import {
  type ComparedRow,
  type ComparedSection,
  compare,
  FACT_WORDS,
  type Fact,
} from '../../shared/comparison.ts';
import type { ComparedValue } from '../../shared/comparison-values.ts';
import { type CsvCell, toCsv } from '../../shared/csv.ts';
import { formatPhoneNumber } from '../../shared/phone-number.ts';
import type { RequestDetail } from '../../shared/request.ts';
import { colleagueLines, fullOutcomeWords, VERDICT_WORDS } from '../../shared/words/outcome-words.ts';
import { statusWords } from '../../shared/words/status-words.ts';
import { leafHtml, scaleHtml } from './assessment-html.ts';
import { type Html, html, type PrintableReport, reportPage } from './report-page.ts';
import {
  headlineWords,
  outcomeHtml,
  type ReportSetting,
  ReportWords,
  VERDICT_TONES,
} from './report-words.ts';

/** Reports with more columns than this are printed in landscape. */
const MAX_PORTRAIT_COLUMNS = 2;

/** Candidates side by side on paper: a row per field, a column per candidate. */
export function comparisonReport(
  requests: readonly RequestDetail[],
  setting: ReportSetting,
): PrintableReport {
  const words = new ReportWords(setting);
  const { facts, sections } = compare(requests);
  const columns = requests.map(
    ({ candidateName, phoneNumber }) =>
      html`<th scope="col"><span class="name" dir="auto">${candidateName}</span><span class="dim" dir="ltr">${formatPhoneNumber(phoneNumber)}</span></th>`,
  );
  const factRows = facts.map(({ fact, differs }) =>
    row(
      FACT_WORDS[fact],
      null,
      differs,
      requests.map((request) => html`<td>${factHtml(request, fact, words)}</td>`),
    ),
  );
  const body = html`<header><h1>Comparison of ${requests.length} candidates</h1></header>
<table class="compared"><thead><tr><td class="labels"></td>${columns}</tr></thead><tbody>${factRows}${sections.map((section) => sectionHtml(section, requests.length, words))}</tbody></table>
<p class="legend">A line on the left marks fields in which the candidates differ. “best” and bars appear only where your team has described the field’s scale. “–” means that the result has no such field.</p>`;
  const title = requests.map(({ candidateName }) => candidateName).join(', ');
  return reportPage(
    { title, kind: 'Comparison', body, landscape: requests.length > MAX_PORTRAIT_COLUMNS },
    setting,
    words,
  );
}

function row(label: string, entry: string | null, differs: boolean, cells: readonly Html[]): Html {
  return html`<tr class="${differs ? 'differs' : ''}"><th scope="row">${entry === null ? null : html`<span class="entry" dir="auto">${entry}</span>`}<span class="label" dir="auto">${label}</span></th>${cells}</tr>`;
}

function sectionHtml({ headings, rows }: ComparedSection, columns: number, words: ReportWords): Html {
  const title = headings.length === 0 ? 'Assessment results' : headings.join(' › ');
  return html`<tr class="group"><th colspan="${columns + 1}" dir="auto">${title}</th></tr>${rows.map((each) => resultRow(each, words))}`;
}

function resultRow(
  { label, entry, values, differs, described, best }: ComparedRow,
  words: ReportWords,
): Html {
  const cells = values.map((value, place) =>
    best[place]
      ? html`<td class="best">${valueHtml(value, words)}${scaleHtml(described[place])}<span class="mark">▲ best</span></td>`
      : html`<td>${valueHtml(value, words)}${scaleHtml(described[place])}</td>`,
  );
  return row(label, entry, differs, cells);
}

function valueHtml(value: ComparedValue | null, words: ReportWords): Html {
  if (value === null) return html`<span class="dim">–</span>`;
  switch (value.kind) {
    case 'lines':
      return html`${value.lines.map((line) => html`<span class="text" dir="auto">${line}</span>`)}`;
    case 'more':
      return html`<span class="dim">${value.text}</span>`;
    default:
      return leafHtml(value, words);
  }
}

function factHtml(request: RequestDetail, fact: Fact, words: ReportWords): Html {
  const last = lastCall(request.screeningCalls);
  const none = html`<span class="dim">–</span>`;
  switch (fact) {
    case 'outcome':
      return outcomeHtml(request);
    case 'headline':
      return html`<span dir="auto">${headlineWords(request)}</span>`;
    case 'verdict':
      return request.verdict === 'none'
        ? none
        : html`<span class="badge ${VERDICT_TONES[request.verdict]}">${VERDICT_WORDS[request.verdict]}</span>`;
    case 'tags':
      return request.tags.length === 0
        ? none
        : html`${request.tags.map((tag) => html`<span class="badge" dir="auto">${tag}</span> `)}`;
    case 'notes':
      return request.notes.trim() === '' ? none : html`<span class="text" dir="auto">${request.notes}</span>`;
    case 'colleagues':
      return html`<span class="text" dir="auto">${colleagueLines(request).join('\n')}</span>`;
    case 'calls':
      return html`<span class="number">${words.number(request.callCount)}</span>`;
    case 'lastCall':
      return last
        ? html`${words.isoMoment(last.timestamp)}, ${words.minutes(last.durationMinutes)}, <bdi>${last.status === null ? '–' : statusWords(last.status)}</bdi>`
        : none;
    case 'job':
      return html`<bdi>${request.jobName ?? request.jobDescriptionId}</bdi>`;
    case 'questionnaire':
      return html`<bdi>${request.questionnaireName ?? request.questionnaireTemplateId}</bdi>`;
    case 'accepted':
      return html`${words.moment(request.acceptedAt)}`;
    case 'by':
      return html`<bdi>${request.by ?? '–'}</bdi>`;
  }
}

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
    case 'colleagues':
      return colleagueLines(request).join('\n');
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
    case 'by':
      return request.by ?? '';
  }
}
