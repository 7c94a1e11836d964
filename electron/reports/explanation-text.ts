import { isList, isPrimitive } from '../../shared/assessment-paths.ts';
import {
  type AssessmentField,
  assessmentOf,
  fieldsOf,
  isEmptyAssessment,
  itemsOf,
} from '../../shared/assessment-shape.ts';
import { callTimeline } from '../../shared/call-timeline.ts';
import { type DescribedField, describedValue, describedWords } from '../../shared/described-field.ts';
import type { HistoryEntry } from '../../shared/history-event.ts';
import { formatPhoneNumber } from '../../shared/phone-number.ts';
import { resultsOf, screeningCallsOf, storedAnswer } from '../../shared/read-results.ts';
import type { Json } from '../../shared/request.ts';
import { chosenTime } from '../../shared/submission.ts';
import { VERDICT_WORDS } from '../../shared/words/outcome-words.ts';
import { submissionStateWords } from '../../shared/words/submission-state-words.ts';
import type { DecisionRecord } from '../privacy/decision-record.ts';
import { html, reportPage } from './report-page.ts';
import { type ReportSetting, ReportWords } from './report-words.ts';

const LIMITS =
  'Draft made by Callboard from what this computer recorded. It is no legal advice, and says nothing of what happened elsewhere. Check and edit it before you give it to anybody.';

/** A draft about a decision: only what was recorded, in the order in which it happened. */
export function explanationText(
  record: DecisionRecord,
  setting: { readonly now: number; readonly timeZone?: string; readonly locale?: string },
): string {
  const words = new ReportWords({ ...setting, workspaceName: record.held.workspace });
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['What was submitted', submittedLines(record, words)],
    ['Rules in force then', ruleLines(record, words)],
    ['What happened to it', courseLines(record, words)],
    ['Screening calls, as the service reported them', callLines(record, words)],
    ['Assessment results, as the service sent them', assessmentLines(record)],
    ['Verdicts', verdictLines(record, words)],
  ];
  const body = parts.map(([heading, lines]) => `${heading}\n${lines.map((line) => `- ${line}`).join('\n')}`);
  return `${['Why was this decided?', `${LIMITS}\n${words.moment(setting.now)}`, ...body].join('\n\n')}\n`;
}

function submittedLines({ held, job, questionnaire }: DecisionRecord, words: ReportWords): string[] {
  const { submission, workspace } = held;
  const named = (name: string | null, id: string): string => (name === null ? id : `${name} (${id})`);
  return [
    `Candidate: ${submission.candidateName}`,
    // In a line of its own: behind a right-to-left name its groups would change places.
    `Phone number: ${formatPhoneNumber(submission.phoneNumber)}`,
    `Submitted: ${words.moment(submission.createdAt)}, in the workspace “${workspace}”`,
    `Resume: ${submission.resumeUrl}`,
    `Job description: ${named(job, submission.jobDescriptionId)}`,
    `Questionnaire: ${named(questionnaire, submission.questionnaireTemplateId)}`,
    ...(submission.previousSubmissionId === null ? [] : ['It repeats or corrects an earlier submission.']),
  ];
}

function ruleLines({ held }: DecisionRecord, words: ReportWords): string[] {
  const { consent, noticeOn, hoursInForce, anyHour, notBefore, wantedAt } = held.submission;
  const chosen = chosenTime(held.submission);
  return [
    consent
      ? `Consent was confirmed on ${words.moment(consent.at)} with this wording: “${consent.wording}”`
      : 'No consent was recorded.',
    noticeOn === undefined
      ? 'No notice of the call was recorded.'
      : `Notice of the call was given on ${noticeOn}.`,
    hoursInForce === undefined ? 'No wait for calling hours was recorded.' : 'It waited for calling hours.',
    ...(anyHour ? ['A person exempted it from calling hours.'] : []),
    ...(chosen === null ? [] : [`It was not to be sent before ${words.moment(chosen)}.`]),
    ...(wantedAt === undefined || notBefore === null
      ? []
      : [
          `It was put off until ${words.moment(notBefore)}, so that the call followed the notice late enough.`,
        ]),
  ];
}

/** What is said of an event; events that say nothing about the decision are left out. */
const COURSE: Readonly<Partial<Record<HistoryEntry['code'], string>>> = {
  accepted: 'The service accepted it.',
  accepted_again: 'The service accepted it a second time.',
  request_shared: 'The service answered two identical submissions with one request.',
  colleague_called_too: 'A colleague submitted the same number at the same time.',
  rejected: 'The service refused it.',
  unconfirmed: 'It was unclear whether the service had received it.',
  send_again_chosen: 'A person chose to send it again.',
  request_id_entered: 'A person entered the ID of its request.',
  discarded: 'It was withdrawn.',
  send_outside_hours_chosen: 'A person chose to send it outside the calling hours.',
  send_despite_colleague_chosen: 'A person chose to send it although a colleague had submitted the number.',
  results_arrived: 'Assessment results arrived.',
  results_changed: 'Assessment results changed.',
};

function courseLines({ held }: DecisionRecord, words: ReportWords): string[] {
  const lines = held.history.flatMap(({ code, at }) => {
    const said = COURSE[code];
    return said === undefined ? [] : [`${words.moment(at)}: ${said}`];
  });
  return [
    ...lines,
    held.request
      ? `Last status of the service: ${held.request.status}`
      : `State on this computer: ${submissionStateWords(held.submission)}`,
  ];
}

function callLines({ held }: DecisionRecord, words: ReportWords): string[] {
  const calls = callTimeline(screeningCallsOf(storedAnswer(held.answer)));
  if (calls.length === 0) return ['No call was recorded.'];
  return calls.map(({ call }) => {
    const lasted = call.durationMinutes === null ? 'length not given' : words.minutes(call.durationMinutes);
    return `${call.timestamp === null ? 'Time not given' : words.isoMoment(call.timestamp)}: ${call.status ?? 'no status'}, ${lasted}`;
  });
}

function assessmentLines({ held, described }: DecisionRecord): readonly string[] {
  if (held.answerDamaged) return ['The service’s answer is stored, but damaged, and can’t be read.'];
  const results = resultsOf(storedAnswer(held.answer));
  if (results === undefined || isEmptyAssessment(results)) return ['No results were recorded.'];
  return resultLines(results, described);
}

function verdictLines({ held }: DecisionRecord, words: ReportWords): string[] {
  const given = held.history.flatMap((entry) => (entry.code === 'verdict_set' ? [entry] : []));
  if (given.length === 0) return ['No verdict was recorded.'];
  return given.map(
    ({ at, by: colleague, values: { verdict, seen, covered, reason, by: account } }, place) => {
      const by = colleague ?? account;
      const isFirst = !given.slice(0, place).some((earlier) => earlier.by === colleague);
      const who = by === undefined ? 'not recorded by whom' : `by ${by}`;
      if (verdict === 'none') return `${words.moment(at)}, ${who}: the verdict was removed.`;
      const said = `${isFirst ? 'Verdict' : 'Changed to'} “${VERDICT_WORDS[verdict]}”.`;
      const why = reason === undefined ? 'No reason was recorded.' : `Reason: ${reason}`;
      return `${words.moment(at)}, ${who}: ${said} ${seenWords(seen, covered)} ${why}`;
    },
  );
}

function seenWords(seen: boolean, covered: true | undefined): string {
  if (covered) return 'The results were covered then, but could be seen before that.';
  return seen
    ? 'The results could be seen before.'
    : 'Until then, the results were covered here or not there yet.';
}

/** More would be no text that somebody reads: the file of what is held has all of it. */
const MOST_LINES = 400;
const LONGEST_VALUE = 2000;
const MOST_DEPTH = 12;

/** Results in lines: first the fields that the Library describes, with their scales, then all others as they were sent. */
function resultLines(results: Json, described: readonly DescribedField[]): readonly string[] {
  const known = described.flatMap((field) => describedValue(results, field) ?? []);
  const paths = new Set(known.map(({ field }) => field.path));
  const others: string[] = [];
  const complete = collect(assessmentOf(results), '', 0, paths, others);
  return [
    ...known.map(describedWords),
    ...(others.length > 0
      ? [
          known.length > 0
            ? 'What follows is not described in the Library, so nothing is said about what it means:'
            : 'None of this is described in the Library, so nothing is said about what it means:',
        ]
      : []),
    ...others,
    ...(complete ? [] : ['There is more, which this draft leaves out. “Save what is held” has all of it.']),
  ];
}

/** Adds a line per value below the field; false if there are too many. */
function collect(
  field: AssessmentField,
  within: string,
  depth: number,
  except: ReadonlySet<string>,
  lines: string[],
): boolean {
  const { value, label, path } = field;
  if (except.has(path)) return true;
  if (lines.length >= MOST_LINES || depth > MOST_DEPTH) return false;
  const name = [within, label].filter((each) => each !== '').join(' > ');
  if (isPrimitive(value)) {
    lines.push(name === '' ? valueWords(value) : `${name}: ${valueWords(value)}`);
    return true;
  }
  const inner = isList(value)
    ? itemsOf(field, value, MOST_LINES + 1)
    : fieldsOf(field, value, MOST_LINES + 1);
  // An entry of a list without a title has the list's name.
  const around =
    isList(value) && inner.every((each) => label !== '' && each.label.startsWith(label)) ? within : name;
  return inner.map((each) => collect(each, around, depth + 1, except, lines)).every(Boolean);
}

function valueWords(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '(empty)';
  const text = String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}… (shortened)` : text;
}

const PIECE = 10_000;

/** An explanation, as a person has edited it, as a page to read or print. Nothing in it is cut. */
export function explanationHtml(text: string, setting: ReportSetting): string {
  const pieces = Array.from(
    { length: Math.ceil(text.length / PIECE) },
    (_, n) => html`${text.slice(n * PIECE, (n + 1) * PIECE)}`,
  );
  const body = html`<main><p class="text" dir="auto">${pieces}</p></main>`;
  const page = { title: 'Why was this decided?', kind: 'Explanation', body, landscape: false };
  return reportPage(page, setting, new ReportWords(setting)).html;
}
