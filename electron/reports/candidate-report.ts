import { isEmptyAssessment } from '../../shared/assessment-shape.ts';
import { callTimeline } from '../../shared/call-timeline.ts';
import { formatPhoneNumber } from '../../shared/phone-number.ts';
import type { RequestDetail, ScreeningCall } from '../../shared/request.ts';
import { COVERED_WORDS } from '../../shared/words/covered-words.ts';
import { colleagueLines, VERDICT_WORDS } from '../../shared/words/outcome-words.ts';
import { requestProblemWords } from '../../shared/words/request-problem-words.ts';
import { statusWords } from '../../shared/words/status-words.ts';
import { assessmentHtml, linkHtml } from './assessment-html.ts';
import { type Html, html, type PrintableReport, reportPage } from './report-page.ts';
import { outcomeHtml, type ReportSetting, ReportWords, VERDICT_TONES } from './report-words.ts';

/** One candidate on paper: submission, status, calls, results, and the recruiter's verdict, tags and notes. */
export function candidateReport(request: RequestDetail, setting: ReportSetting): PrintableReport {
  const words = new ReportWords(setting);
  const body = html`${head(request)}
<section><h2>What was submitted</h2>${submitted(request, words)}</section>
${notes(request)}
${colleagues(request)}
<section><h2>Screening calls</h2>${calls(request.screeningCalls, words)}</section>
<section><h2>Assessment results</h2>${results(request, words)}</section>`;
  return reportPage(
    { title: request.candidateName, kind: 'Screening report', body, landscape: false },
    setting,
    words,
  );
}

function head(request: RequestDetail): Html {
  const { candidateName, headline, verdict, tags, problem } = request;
  return html`<header>
<h1 dir="auto">${candidateName}</h1>
<div class="lead">${outcomeHtml(request)}${
    headline === null ? null : html`<span class="headline" dir="auto">${headline}</span>`
  }${
    verdict === 'none'
      ? null
      : html`<span>Verdict: <span class="badge ${VERDICT_TONES[verdict]}">${VERDICT_WORDS[verdict]}</span></span>`
  }${tags.map((tag) => html`<span class="badge" dir="auto">${tag}</span>`)}</div>
${problem === null ? null : html`<p class="notice">The last refresh failed: <bdi>${requestProblemWords(problem)}</bdi></p>`}
</header>`;
}

function submitted(request: RequestDetail, words: ReportWords): Html {
  const facts: readonly [string, Html][] = [
    ['Phone', html`<bdi dir="ltr">${formatPhoneNumber(request.phoneNumber)}</bdi>`],
    ['Resume', linkHtml(request.resumeUrl)],
    ['Job description', named(request.jobName, request.jobDescriptionId)],
    ['Questionnaire', named(request.questionnaireName, request.questionnaireTemplateId)],
    ['Submitted', html`${words.moment(request.submittedAt)}${by(request)}`],
    ['Accepted', html`${words.moment(request.acceptedAt)}`],
    ...consent(request, words),
    ...notice(request),
    ['Last change', html`${words.moment(request.changedAt)}`],
    ['Request ID', html`<span class="mono">${request.requestId}</span>`],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function by({ by: name }: RequestDetail): Html | null {
  return name === null ? null : html`<br>by <bdi>${name}</bdi>`;
}

function notice({ noticeOn }: RequestDetail): readonly [string, Html][] {
  return noticeOn === null ? [] : [['Notice given on', html`${noticeOn}`]];
}

function consent({ consent: given }: RequestDetail, words: ReportWords): readonly [string, Html][] {
  if (!given) return [];
  return [
    ['Consent', html`<bdi>${given.wording}</bdi><br><span class="dim">${words.moment(given.at)}</span>`],
  ];
}

function named(name: string | null, id: string): Html {
  return name === null
    ? html`<span class="mono">${id}</span>`
    : html`<bdi>${name}</bdi><br><span class="mono dim">${id}</span>`;
}

const MOST_CALLS = 200;

function notes({ notes: text }: RequestDetail): Html | null {
  return text.trim() === ''
    ? null
    : html`<section><h2>Notes</h2><p class="text" dir="auto">${text}</p></section>`;
}

function colleagues(request: RequestDetail): Html | null {
  const lines = colleagueLines(request);
  return lines.length === 0
    ? null
    : html`<section><h2>Colleagues</h2>${lines.map((line) => html`<p class="text" dir="auto">${line}</p>`)}</section>`;
}

/** Numbered in the order of the request's page; of very many, the latest. */
function calls(all: readonly ScreeningCall[], words: ReportWords): Html {
  if (all.length === 0) return html`<p class="dim">No calls yet.</p>`;
  const left = Math.max(0, all.length - MOST_CALLS);
  const rows = callTimeline(all)
    .slice(left)
    .map(
      ({ call }, place) =>
        html`<tr><td>${left + place + 1}</td><td>${words.isoMoment(call.timestamp)}</td><td>${words.minutes(call.durationMinutes)}</td><td dir="auto">${call.status === null ? '–' : statusWords(call.status)}</td><td class="mono">${call.id ?? '–'}</td></tr>`,
    );
  return html`${left > 0 ? html`<p class="dim">${words.number(left)} earlier calls; see them in the app.</p>` : null}<table><thead><tr><th scope="col">No.</th><th scope="col">Time</th><th scope="col">Length</th><th scope="col">Status</th><th scope="col">Call ID</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function results({ covered, hasResults, ...request }: RequestDetail, words: ReportWords): Html {
  const { assessmentResults, described } = request;
  if (covered && hasResults) {
    const note = html`<p class="notice">${COVERED_WORDS}</p>`;
    return assessmentResults === undefined
      ? note
      : html`${note}${assessmentHtml(assessmentResults, described, words)}`;
  }
  return assessmentResults === undefined || isEmptyAssessment(assessmentResults)
    ? html`<p class="dim">The service hasn’t sent any results.</p>`
    : assessmentHtml(assessmentResults, described, words);
}
