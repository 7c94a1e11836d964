import { isOwn } from './history-event.ts';
import type { RequestDetail } from './request.ts';
import { VERDICT_WORDS } from './words/outcome-words.ts';
import { statusWords } from './words/status-words.ts';

type Summarised = Pick<
  RequestDetail,
  | 'candidateName'
  | 'jobName'
  | 'jobDescriptionId'
  | 'headline'
  | 'covered'
  | 'verdict'
  | 'history'
  | 'screeningCalls'
>;

/**
 * A request in a few lines of plain text for a chat, an e-mail or an ATS: name, job, the described score, verdict with its
 * reason, calls and `link`. A line is left out where nothing is known, and the score while it is covered.
 */
export function requestSummary(request: Summarised, link: string): string {
  const { candidateName, jobName, jobDescriptionId, headline, covered, screeningCalls } = request;
  const calls = screeningCalls.map(({ status }) => statusWords(status ?? '')).join(', ');
  return [
    candidateName,
    `Job: ${jobName ?? jobDescriptionId}`,
    ...(headline === null || covered ? [] : [headline]),
    ...verdictLine(request),
    ...(calls === '' ? [] : [`Calls: ${calls}`]),
    link,
  ]
    .map(inOneLine)
    .join('\n');
}

function verdictLine({ verdict, history }: Summarised): readonly string[] {
  if (verdict === 'none') return [];
  const given = history.find((event) => event.code === 'verdict_set' && isOwn(event));
  const reason = given?.code === 'verdict_set' ? given.values.reason : undefined;
  return [reason ? `Verdict: ${VERDICT_WORDS[verdict]} (${reason})` : `Verdict: ${VERDICT_WORDS[verdict]}`];
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
