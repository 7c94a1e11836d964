import { callTimeline } from '../../shared/call-timeline.ts';
import { formatPhoneNumber } from '../../shared/phone-number.ts';
import type { FoundHold } from '../../shared/privacy.ts';
import { screeningCallsOf, storedAnswer } from '../../shared/read-results.ts';
import { historyWords } from '../../shared/words/history-words.ts';
import { importName } from '../../shared/words/import-words.ts';
import { colleagueLines, VERDICT_WORDS } from '../../shared/words/outcome-words.ts';
import { statusWords } from '../../shared/words/status-words.ts';
import { submissionStateWords } from '../../shared/words/submission-state-words.ts';
import type { HeldData, HeldDoNotCall, HeldImportRow, HeldSubmission } from '../privacy/held-data.ts';
import type { HeldByTeam } from '../privacy/ports.ts';
import { linkHtml } from './assessment-html.ts';
import { instant } from './exported-requests.ts';
import { type Html, html, reportPage } from './report-page.ts';
import { ReportWords } from './report-words.ts';

/** What is held about a person, as a page to read or print. Nothing in it is cut. */
export function heldReport(held: HeldData, { now, from }: HeldSetting): string {
  const setting = { now, workspaceName: from ?? 'All workspaces' };
  const words = new ReportWords(setting);
  const { submissions, importRows, doNotCall, holds, teams, mentions, more } = held;
  const body = html`<header><h1>What is held about this person</h1>
<p class="dim">${words.moment(now)}. ${HELD_LIMITS}</p>
${more ? html`<p class="notice">The search found more than one file can have. This file isn’t complete.</p>` : null}</header>
${submissions.map((each) => submissionHtml(each, words))}
${importRows.map((row) => html`<section><h2>Row of an imported file, never submitted</h2>${importHtml(row, words)}</section>`)}
${holds.length > 0 ? html`<section><h2>Legal holds</h2>${holds.map((hold) => holdHtml(hold, words))}</section>` : null}
${doNotCall.length > 0 ? html`<section><h2>Do-not-call list</h2>${doNotCall.map((entry) => doNotCallHtml(entry, words))}</section>` : null}
${teams.map((team) => teamHtml(team, words))}
${mentions > 0 ? html`<section><h2>Other texts</h2><p>${words.number(mentions)} texts that are about other people or about nobody, such as notes, name this person, too. They aren’t in this file.</p></section>` : null}`;
  return reportPage(
    { title: 'What is held', kind: 'What is held about a person', body, landscape: false },
    setting,
    words,
  ).html;
}

function submissionHtml(held: HeldSubmission, words: ReportWords): Html {
  const { submission, request, notes, colleagueNotes, answer, answerDamaged, importRow } = held;
  return html`<section><h2><bdi>${submission.candidateName}</bdi>, submitted ${words.moment(submission.createdAt)}</h2>
${factsHtml([...submittedFacts(held, words), ...requestFacts(held, words)])}
${notes === null ? null : html`<h3>Notes</h3>${wholeText(notes)}`}
${request && colleaguesHtml({ ...request, colleagueNotes })}
${callsHtml(answer, words)}
<h3>History</h3><table><tbody>${held.history.map((event) => historyHtml(event, words))}</tbody></table>
${importRow === null ? null : html`<h3>Row of the imported file</h3>${importHtml(importRow, words)}`}
${answer === null ? null : html`<h3>The service’s last answer, as it came</h3>${wholeText(answer)}`}
${answerDamaged ? html`<p class="notice">The service’s last answer is stored, but damaged, and can’t be read.</p>` : null}</section>`;
}

const TEAM_ROWS: Readonly<Record<string, string>> = {
  claim: 'Claim to the number before a call',
  request: 'Request with its calls, results and history',
  verdict: 'Verdict',
  note: 'Notes',
  tag: 'Tag',
  hold: 'Legal hold',
  do_not_call: 'Entry of the do-not-call list',
};

function teamHtml({ workspace, rows }: HeldByTeam, words: ReportWords): Html {
  const found = rows?.map(
    ({ kind, person, state, at }) =>
      html`<tr><td>${words.moment(at)}</td><td>${TEAM_ROWS[kind] ?? kind}${state === '' ? '' : `, ${state}`}</td><td><bdi>${person}</bdi></td></tr>`,
  );
  return html`<section><h2>In the team database of <bdi>${workspace}</bdi></h2>${
    found === undefined
      ? html`<p class="notice">It couldn’t be asked just now, and may hold more than this computer.</p>`
      : html`<table><tbody>${found}</tbody></table>`
  }</section>`;
}

function colleaguesHtml(said: Parameters<typeof colleagueLines>[0]): Html | null {
  const lines = colleagueLines(said);
  return lines.length === 0
    ? null
    : html`<h3>Colleagues</h3>${lines.map((line) => html`<p>${wholeText(line)}</p>`)}`;
}

type Facts = readonly (readonly [string, Html])[];

function submittedFacts({ submission, workspace }: HeldSubmission, words: ReportWords): Facts {
  const { consent, timeZone, requestId, mayHaveReached } = submission;
  return [
    ['Name', html`<bdi>${submission.candidateName}</bdi>`],
    ['Phone', html`<bdi dir="ltr">${formatPhoneNumber(submission.phoneNumber)}</bdi>`],
    ['Resume', linkHtml(submission.resumeUrl)],
    ['Workspace', html`<bdi>${workspace}</bdi>`],
    ['State', html`${submissionStateWords(submission)}`],
    ['Job description', html`<span class="mono">${submission.jobDescriptionId}</span>`],
    ['Questionnaire', html`<span class="mono">${submission.questionnaireTemplateId}</span>`],
    ['Last change', html`${words.moment(submission.updatedAt)}`],
    ...(timeZone === null ? [] : [['Time zone', html`${timeZone}`] as const]),
    ...(consent
      ? [['Consent', html`<bdi>${consent.wording}</bdi><br>${words.moment(consent.at)}`] as const]
      : []),
    ...(submission.noticeOn ? [['Notice given on', html`${submission.noticeOn}`] as const] : []),
    ...(mayHaveReached
      ? [['May have reached the service', html`${words.moment(mayHaveReached.at)}`] as const]
      : []),
    ['Submission ID', html`<span class="mono">${submission.id}</span>`],
    ...(requestId === null ? [] : [['Request ID', html`<span class="mono">${requestId}</span>`] as const]),
  ];
}

function requestFacts({ request }: HeldSubmission, words: ReportWords): Facts {
  if (!request) return [];
  const { tags, headline, by } = request;
  return [
    ...(by === null ? [] : [['Submitted by', html`<bdi>${by}</bdi>`] as const]),
    ['Status', html`<bdi>${statusWords(request.status)}</bdi>`],
    ['Verdict', html`${VERDICT_WORDS[request.verdict]}`],
    ...(tags.length > 0 ? [['Tags', html`<bdi>${tags.join(', ')}</bdi>`] as const] : []),
    ...(headline === null ? [] : [['Score', html`<bdi>${headline}</bdi>`] as const]),
    ['Accepted', html`${words.moment(request.acceptedAt)}`],
  ];
}

function factsHtml(facts: Facts): Html {
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function callsHtml(answer: string | null, words: ReportWords): Html | null {
  const calls = callTimeline(screeningCallsOf(storedAnswer(answer)));
  if (calls.length === 0) return null;
  const rows = calls.map(
    ({ call }) =>
      html`<tr><td>${words.isoMoment(call.timestamp)}</td><td>${words.minutes(call.durationMinutes)}</td><td dir="auto">${call.status === null ? '–' : statusWords(call.status)}</td><td class="mono">${call.id ?? '–'}</td></tr>`,
  );
  return html`<h3>Screening calls</h3><table><thead><tr><th scope="col">Time</th><th scope="col">Length</th><th scope="col">Status</th><th scope="col">Call ID</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function historyHtml(event: HeldSubmission['history'][number], words: ReportWords): Html {
  const { heading, detail } = historyWords(event);
  return html`<tr><td>${words.moment(event.at)}</td><td dir="auto">${heading}${detail ? wholeText(detail) : null}</td></tr>`;
}

function importHtml(row: HeldImportRow, words: ReportWords): Html {
  const cells = row.cells.map(
    (cell, index) => [row.headers[index] ?? `Column ${index + 1}`, wholeText(cell)] as const,
  );
  return html`<p class="dim">Row ${row.rowNumber} of <bdi>${importName(row.fileName)}</bdi>, imported ${words.moment(row.importedAt)} in <bdi>${row.workspace}</bdi></p>${factsHtml(cells)}`;
}

function doNotCallHtml(entry: HeldDoNotCall, words: ReportWords): Html {
  const { phoneNumber, reason, addedAt, addedBy, liftedAt, liftedReason } = entry;
  const number =
    phoneNumber === null
      ? html`A number of which only a keyed hash was kept`
      : html`<bdi dir="ltr">${formatPhoneNumber(phoneNumber)}</bdi>`;
  return html`<p>${number}, since ${words.moment(addedAt)}, added by <bdi>${addedBy}</bdi>: <bdi>${reason}</bdi>${
    liftedAt === null ? null : html` (lifted ${words.moment(liftedAt)}: <bdi>${liftedReason}</bdi>)`
  }</p>`;
}

function holdHtml({ name, phoneNumber, reason, placedAt, placedBy }: FoundHold, words: ReportWords): Html {
  return html`<p><bdi>${name}</bdi> <bdi dir="ltr">${formatPhoneNumber(phoneNumber)}</bdi>, under legal hold since ${words.moment(placedAt)}, placed by <bdi>${placedBy}</bdi>: <bdi>${reason}</bdi></p>`;
}

const PIECE = 10_000;

/** A text of any length: inserted in pieces, because reports cut long ones. */
function wholeText(text: string): Html {
  const pieces = Array.from(
    { length: Math.ceil(text.length / PIECE) },
    (_, n) => html`${text.slice(n * PIECE, (n + 1) * PIECE)}`,
  );
  return html`<span class="text" dir="auto">${pieces}</span>`;
}

/** When the file is made (UTC ms), and from which workspace only; null: all. */
interface HeldSetting {
  readonly now: number;
  readonly from: string | null;
}

/** Not said otherwise: what the file can't contain. */
const HELD_LIMITS =
  'This file has what Callboard on this computer holds about this person. The service keeps its own copy, and files saved earlier, backups and other computers may hold more.';

/** What is held about a person, for programs. The service’s answers are verbatim, as text; times are ISO 8601, UTC. */
export function heldToJson(held: HeldData, { now, from }: HeldSetting): string {
  const record = {
    format: 'callboard-held-data',
    version: 1,
    made_at: instant(now),
    workspace: from,
    limits: HELD_LIMITS,
    complete: !held.more,
    submissions: held.submissions.map(submissionRecord),
    import_rows: held.importRows.map(importRecord),
    do_not_call: held.doNotCall.map(({ phoneNumber, reason, addedAt, addedBy, liftedAt, liftedReason }) => ({
      phone_number: phoneNumber,
      kept_as_hash: phoneNumber === null,
      reason,
      added_at: instant(addedAt),
      added_by: addedBy,
      lifted_at: instant(liftedAt),
      lifted_because: liftedReason,
    })),
    holds: held.holds.map(({ name, phoneNumber, reason, placedAt, placedBy }) => ({
      ...{ name, phone_number: phoneNumber, reason, placed_at: instant(placedAt), placed_by: placedBy },
    })),
    team_databases: held.teams.map(({ workspace, rows }) => ({
      workspace,
      asked: rows !== null,
      rows: rows?.map(({ kind, person, state, at }) => ({ kind, by: person, state, at: instant(at) })) ?? [],
    })),
    other_texts_that_name_the_person: held.mentions,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

function submissionRecord({ submission, request, history, ...held }: HeldSubmission): object {
  const { consent } = submission;
  return {
    workspace: held.workspace,
    submission_id: submission.id,
    request_id: submission.requestId,
    state: submission.state,
    candidate: { name: submission.candidateName, phone_number: submission.phoneNumber },
    resume_url: submission.resumeUrl,
    job_description_id: submission.jobDescriptionId,
    questionnaire_template_id: submission.questionnaireTemplateId,
    time_zone: submission.timeZone,
    attempts: submission.attempts,
    problem: submission.problem,
    may_have_reached_the_service: submission.mayHaveReached,
    submitted_at: instant(submission.createdAt),
    changed_at: instant(submission.updatedAt),
    consent: consent && { recorded_at: instant(consent.at), wording: consent.wording },
    notice_given_on: submission.noticeOn ?? null,
    request: request && {
      ...(request.by !== null && { submitted_by: request.by }),
      status: request.status,
      outcome: request.outcome,
      headline: request.headline,
      pinned: request.pinned,
      verdict: request.verdict,
      tags: request.tags,
      colleagues_verdicts: request.colleagueVerdicts.map(dated),
      archived: request.archived,
      problem: request.problem,
      accepted_at: instant(request.acceptedAt),
      changed_at: instant(request.changedAt),
      checked_at: instant(request.refreshedAt),
    },
    notes: held.notes,
    colleagues_notes: held.colleagueNotes.map(dated),
    history: history.map((event) => ({
      at: instant(event.at),
      code: event.code,
      values: event.values,
      words: historyWords(event).heading,
    })),
    answer_verbatim: held.answer,
    answer_damaged: held.answerDamaged,
    import_row: held.importRow && importRecord(held.importRow),
  };
}

function dated<Said extends { readonly at: number }>(said: Said): object {
  return { ...said, at: instant(said.at) };
}

function importRecord({ workspace, fileName, importedAt, rowNumber, headers, cells }: HeldImportRow): object {
  return {
    workspace,
    file: fileName,
    imported_at: instant(importedAt),
    row: rowNumber,
    cells: cells.map((cell, index) => ({ column: headers[index] ?? null, text: cell })),
  };
}
