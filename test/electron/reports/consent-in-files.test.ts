import { expect, test } from 'vitest';
import { candidateReport } from '../../../electron/reports/candidate-report.ts';
import { requestsToJson } from '../../../electron/reports/exported-requests.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { csvOf, inPages, joined } from './sample-record.ts';

const consent = { at: Date.UTC(2026, 10, 18, 12), wording: 'Said <yes> to a call.' };

/** A stored request with consent, and one without. */
async function stored() {
  const storage = await temporaryStorage();
  await addTracked(storage, 'ir_agreed', { consent });
  await addTracked(storage, 'ir_unasked', { phoneNumber: '+14155550123' });
  const { exports, requests } = storage.stores;
  const selection = { requestIds: ['ir_agreed', 'ir_unasked'] };
  const records = await exports.records('workspace-1', await exports.rows('workspace-1', selection));
  return { records, detail: await requests.detail('workspace-1', 'ir_agreed') };
}

test('a consent is in the detail, the CSV, the JSON and the report, with its wording and time', async () => {
  const { records, detail } = await stored();
  expect(detail?.consent).toEqual(consent);
  expect(records.map((record) => record.consent)).toEqual([consent, null]);
  const csv = await csvOf(records);
  expect(csv).toContain('Consent,Consent recorded (UTC)');
  expect(csv).toContain('Said <yes> to a call.,2026-11-18 12:00:00');
  const json: unknown = JSON.parse(await joined(requestsToJson(inPages(records))));
  expect(json).toMatchObject([
    { consent: { recorded_at: '2026-11-18T12:00:00.000Z', wording: consent.wording } },
    { consent: null },
  ]);
  if (!detail) throw new Error('There is no such request.');
  const report = candidateReport(detail, {
    locale: 'en',
    timeZone: 'UTC',
    now: 0,
    workspaceName: 'Acme',
  });
  expect(JSON.stringify(report)).toContain('Said &lt;yes&gt; to a call.');
});
