import { expect, test } from 'vitest';
import { requestSummary } from '../../shared/request-summary.ts';

const LINK = 'app.callboard:/request/ir_1?workspace=w';

const call = (status: string | null) => ({ id: null, timestamp: null, durationMinutes: null, status });

const ADA: Parameters<typeof requestSummary>[0] = {
  candidateName: 'Ada Lovelace',
  jobName: 'Engine programmer',
  jobDescriptionId: 'job-1',
  headline: 'Overall: 87 of 100',
  covered: false,
  verdict: 'yes',
  history: [
    { id: 3, at: 3, code: 'notes_changed', values: null },
    { id: 2, at: 2, code: 'verdict_set', values: { verdict: 'yes', seen: true, reason: 'Clear\nanswers.' } },
    { id: 1, at: 1, code: 'verdict_set', values: { verdict: 'no', seen: true, reason: 'By mistake.' } },
  ],
  screeningCalls: [call('NO_ANSWER'), call('COMPLETED')],
};

test('a summary has name, job, described score, verdict with its latest reason, calls and link, a line each', () => {
  expect(requestSummary(ADA, LINK)).toBe(
    `Ada Lovelace\nJob: Engine programmer\nOverall: 87 of 100\nVerdict: Yes (Clear answers.)\nCalls: No answer, Completed\n${LINK}`,
  );
});

test('a summary leaves out what is not known, and names a job without a name by its ID', () => {
  const unknown = {
    jobName: null,
    headline: null,
    verdict: 'none',
    history: [],
    screeningCalls: [],
  } as const;
  expect(requestSummary({ ...ADA, ...unknown }, LINK)).toBe(`Ada Lovelace\nJob: job-1\n${LINK}`);
});

test('a summary has no score that is covered, nor a reason of a verdict that was taken back', () => {
  const summary = requestSummary({ ...ADA, covered: true, verdict: 'none' }, LINK);
  expect(summary).not.toMatch(/87|Verdict|Clear|mistake/);
});
