import { expect, test } from 'vitest';
import { requestsToJson } from '../../../electron/reports/exported-requests.ts';
import { inPages, joined, sampleRecord } from './sample-record.ts';

async function exported(...records: Parameters<typeof sampleRecord>[0][]): Promise<unknown> {
  return JSON.parse(await joined(requestsToJson(inPages(records.map((changes) => sampleRecord(changes))))));
}

test('an export of nothing is an empty list', async () => {
  expect(await exported()).toEqual([]);
});

test('requests on several pages become one list, in order', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const list = await exported(...ids.map((requestId) => ({ requestId })));
  expect(list).toMatchObject(ids.map((requestId) => ({ request_id: requestId })));
});

test('an export keeps what the service sent unchanged, including unknown fields', async () => {
  const answer = {
    request_id: 'ir_1',
    status: 'COMPLETED',
    screening_calls: [{ id: 'c', duration_minutes: 3, recording: { kept: false } }],
    assessment_results: { verdict: null, list: [1, [2]], '__proto__ ': 'x' },
    region: 'eu-1',
  };
  const [request] = Object(await exported({ rawAnswer: JSON.stringify(answer) }));
  expect(request).toMatchObject({
    screening_calls: answer.screening_calls,
    assessment_results: answer.assessment_results,
    further_fields: { region: 'eu-1' },
    candidate: { name: 'Ada Lovelace', phone_number: '+12025550143' },
    accepted_at: '2026-10-21T07:28:00.000Z',
    checked_at: null,
  });
});

test('a request without an answer has no calls and no results', async () => {
  const list = await exported({ rawAnswer: null });
  expect(list).toMatchObject([{ screening_calls: [], assessment_results: null, further_fields: {} }]);
});
