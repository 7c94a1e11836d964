import { type RequestRecord, requestsToCsv } from '../../../electron/reports/exported-requests.ts';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { Json } from '../../../shared/request.ts';

/** A completed request with one call and a flat result. */
export function sampleRecord({
  assessmentResults = { overall_score: 87, skills: { english: 4, patience: 5 } },
  ...changes
}: Partial<RequestRecord> & { readonly assessmentResults?: Json | null } = {}): RequestRecord {
  return {
    requestId: 'ir_1',
    by: null,
    colleagueVerdicts: [],
    colleagueNotes: [],
    submissionId: 's1',
    candidateName: 'Ada Lovelace',
    phoneNumber: '+12025550143',
    jobDescriptionId: 'j1',
    jobName: null,
    questionnaireTemplateId: 'q1',
    questionnaireName: 'General',
    status: 'COMPLETED',
    callCount: 1,
    lastCallStatus: 'COMPLETED',
    outcome: 'assessed',
    tries: 0,
    score: null,
    covered: false,
    headline: '87 of 100',
    pinned: {},
    verdict: 'none',
    tags: [],
    archived: false,
    problem: null,
    acceptedAt: Date.UTC(2026, 9, 21, 7, 28),
    refreshedAt: null,
    changedAt: Date.UTC(2026, 9, 22),
    resumeUrl: 'https://resumes.example.com/1.pdf',
    submittedAt: Date.UTC(2026, 9, 21, 7, 27),
    noticeOn: null,
    consent: null,
    rawAnswer: JSON.stringify({
      request_id: 'ir_1',
      status: 'COMPLETED',
      screening_calls: [
        { id: 'call-1', timestamp: '2026-10-21T08:00:00Z', duration_minutes: 12, status: 'COMPLETED' },
      ],
      assessment_results: assessmentResults,
    }),
    notes: '',
    ...changes,
  };
}

/** Records in pages of this size. */
export async function* inPages(records: readonly RequestRecord[], size = 2) {
  for (let first = 0; first < records.length; first += size) yield records.slice(first, first + size);
}

/** These records as one CSV text. */
export function csvOf(records: readonly RequestRecord[], pins: readonly PinnedField[] = []): Promise<string> {
  return joined(requestsToCsv(inPages(records), answersInPages(records), pins));
}

async function* answersInPages(records: readonly RequestRecord[]) {
  for await (const page of inPages(records)) {
    yield page.flatMap(({ rawAnswer }) => rawAnswer ?? []);
  }
}

/** The chunks of a generator as one text. */
export async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
