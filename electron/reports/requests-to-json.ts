import { parseForWriting } from '../../shared/exact-json.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { requestProblemWords } from '../../shared/words/request-problem-words.ts';
import type { RecordPages, RequestRecord } from './request-record.ts';

/**
 * Requests as a JSON array, in chunks, with a request per line. Keeps whatever the service sent verbatim, including
 * unknown fields. Times are ISO 8601, UTC.
 */
export async function* requestsToJson(pages: RecordPages): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((record) => JSON.stringify(exported(record))).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Uses the service's field names (service-interface.md §2), and names in the same style for our own fields. */
function exported(record: RequestRecord): object {
  const sent = sentFields(record.rawAnswer);
  return {
    request_id: record.requestId,
    status: record.status,
    outcome: record.outcome,
    candidate: { name: record.candidateName, phone_number: record.phoneNumber },
    resume_url: record.resumeUrl,
    job_description_id: record.jobDescriptionId,
    job_description_name: record.jobName,
    questionnaire_template_id: record.questionnaireTemplateId,
    questionnaire_template_name: record.questionnaireName,
    ...(record.covered && { covered: record.covered }),
    verdict: record.verdict,
    tags: record.tags,
    notes: record.notes,
    archived: record.archived,
    submitted_at: moment(record.submittedAt),
    consent: record.consent && { recorded_at: moment(record.consent.at), wording: record.consent.wording },
    notice_given_on: record.noticeOn,
    accepted_at: moment(record.acceptedAt),
    changed_at: moment(record.changedAt),
    checked_at: moment(record.refreshedAt),
    problem: record.problem && requestProblemWords(record.problem),
    pinned: record.pinned,
    screening_calls: sent['screening_calls'] ?? [],
    assessment_results: sent['assessment_results'] ?? null,
    further_fields: Object.fromEntries(Object.entries(sent).filter(([name]) => !KNOWN.has(name))),
  };
}

const KNOWN = new Set(['request_id', 'status', 'screening_calls', 'assessment_results']);

/** The answer's fields; none without an answer. */
function sentFields(rawAnswer: string | null): Readonly<Record<string, unknown>> {
  const answer = rawAnswer === null || parseJson(rawAnswer) === undefined ? null : parseForWriting(rawAnswer);
  return typeof answer === 'object' && answer !== null && !JSON.isRawJSON(answer) ? { ...answer } : {};
}

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
