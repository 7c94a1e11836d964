import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { explanationHtml, explanationText } from '../../../electron/reports/explanation-text.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { contentOf, restoreInto, startOverIn } from '../backup/archive.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';

const SETTING = { now: Date.parse('2026-06-01T12:00:00Z'), timeZone: 'UTC', locale: 'en-GB' };

async function tracked(storage: Storage): Promise<string> {
  const { id } = await addTracked(storage, 'ir_1', {
    id: randomUUID(),
    candidateName: 'Maria Müller',
    consent: { at: Date.parse('2026-04-30T09:00:00Z'), wording: 'May a computer call you?' },
  });
  return id;
}

async function withResults(storage: Storage): Promise<void> {
  await answered(storage, 'ir_1', {
    request_id: 'ir_1',
    status: 'COMPLETED',
    screening_calls: [
      { id: 'c1', timestamp: '2026-05-01T10:00:00Z', duration_minutes: 9, status: 'NO_ANSWER' },
      { id: 'c2', timestamp: '2026-05-02T10:00:00Z', duration_minutes: 12.5, status: 'XYZ_NEW' },
    ],
    assessment_results: { overall: 3.5, tone: 'calm', answers: [{ question: 'Why us?', score: 2 }] },
  });
}

async function draft({ stores }: Storage, id: string): Promise<string> {
  const record = await stores.decisions.of(id);
  if (record === undefined || record === 'covered') throw new Error(`No record: ${record}`);
  return explanationText(record, SETTING);
}

test('the draft has calls and results as they were sent, the Library’s labels, and each verdict with its reason', async () => {
  const storage = await temporaryStorage();
  const id = await tracked(storage);
  await withResults(storage);
  const { questionnaireTemplateId } = sampleSubmission();
  const field = {
    label: 'Overall fit',
    smallest: 0,
    largest: 5,
    better: 'higher',
    headline: true,
    cover: 'covered',
  } as const;
  await storage.stores.library.describe('workspace-1', questionnaireTemplateId, '/overall', {
    path: '/overall',
    ...field,
  });
  const give = (verdict: 'yes' | 'no', reason: string | undefined, at: number) =>
    storage.stores.annotations.annotate(
      'workspace-1',
      ['ir_1'],
      { verdict, ...(reason !== undefined && { reason }) },
      at,
      'ada',
    );
  await give('yes', 'Speaks clearly', Date.parse('2026-05-03T10:00:00Z'));
  await give('no', undefined, Date.parse('2026-05-04T10:00:00Z'));
  const text = await draft(storage, id);
  for (const part of [
    'Consent was confirmed on 30 Apr 2026, 09:00 UTC with this wording: “May a computer call you?”',
    '1 May 2026, 10:00 UTC: NO_ANSWER, 9 min',
    'XYZ_NEW',
    'Overall fit: 3.5 (0 to 5, higher is better)',
    'What follows is not described in the Library',
    'Tone: calm',
    '3 May 2026, 10:00 UTC, by ada: Verdict “Yes”. The results could be seen before. Reason: Speaks clearly',
    '4 May 2026, 10:00 UTC, by ada: Changed to “No”. The results could be seen before. No reason was recorded.',
  ])
    expect(text).toContain(part);
  // What the Library describes isn't listed a second time.
  expect(text.match(/3\.5/g)).toHaveLength(1);
});

test('the draft says what was not recorded', async () => {
  const storage = await temporaryStorage();
  const { id } = await addTracked(storage, 'ir_1', { id: randomUUID(), consent: null });
  const text = await draft(storage, id);
  for (const part of [
    'No consent was recorded.',
    'No call was recorded.',
    'No results were recorded.',
    'No verdict was recorded.',
  ])
    expect(text).toContain(part);
  expect(await storage.stores.decisions.of('somebody else')).toBeUndefined();
});

test('while a verdict comes first, there is no draft; after it, the draft says when the results could be seen', async () => {
  const storage = await temporaryStorage();
  const id = await tracked(storage);
  await withResults(storage);
  const rules = { ...defaultRules('UTC'), verdictFirst: true };
  await storage.stores.rules.save('workspace-1', rules);
  expect(await storage.stores.decisions.of(id)).toBe('covered');
  await storage.stores.annotations.annotate(
    'workspace-1',
    ['ir_1'],
    { verdict: 'maybe', reason: 'By the notes' },
    9000,
    'ada',
  );
  const text = await draft(storage, id);
  expect(text).toContain(
    'Verdict “Maybe”. The results were covered then, but could be seen before that. Reason: By the notes',
  );
  expect(text).toContain('Maria Müller');
});

test('a submission that shares a request is covered with it, and the draft is of the one that has the request', async () => {
  const storage = await temporaryStorage();
  const id = await tracked(storage);
  await withResults(storage);
  const twice = await tracked(storage);
  const rules = { ...defaultRules('UTC'), verdictFirst: true };
  await storage.stores.rules.save('workspace-1', rules);
  expect(await storage.stores.decisions.of(twice)).toBe('covered');
  const verdict = { verdict: 'no', reason: 'By the notes' } as const;
  await storage.stores.annotations.annotate('workspace-1', ['ir_1'], verdict, 9000, 'ada');
  expect(await draft(storage, twice)).toContain('Reason: By the notes');
  expect(await draft(storage, twice)).toBe(await draft(storage, id));
});

test('the draft says who gave a verdict that a backup of another computer brought, and why', async () => {
  const [here, there] = [await temporaryStorage(), await temporaryStorage()];
  const id = await tracked(here);
  await withResults(here);
  await restoreInto(there.path, await contentOf(here.path));
  const verdict = { verdict: 'yes', reason: 'Knows the trade' } as const;
  await there.stores.annotations.annotate('workspace-1', ['ir_1'], verdict, 9000, 'grace');
  startOverIn(here.path);
  await restoreInto(here.path, await contentOf(there.path));
  const given = /by grace: Verdict “Yes”\. .*Reason: Knows the trade/g;
  expect((await draft(here, id)).match(given)).toHaveLength(1);
});

test('the draft of one of two candidates has nothing of the other', async () => {
  const storage = await temporaryStorage();
  const ids = [];
  for (const mark of ['qalpha', 'qbravo']) {
    const { id } = await addTracked(storage, `ir_${mark}`, {
      id: randomUUID(),
      candidateName: `Maria ${mark}`,
      resumeUrl: `https://files.example.com/${mark}.pdf`,
    });
    await answered(storage, `ir_${mark}`, {
      request_id: `ir_${mark}`,
      status: 'COMPLETED',
      assessment_results: { summary: `About ${mark}` },
    });
    ids.push(id);
  }
  const text = await draft(storage, ids[0] ?? '');
  expect(text).toContain('About qalpha');
  expect(text).not.toContain('qbravo');
});

test('the draft has name and number in lines of their own, so that no right-to-left name reorders a number', async () => {
  const storage = await temporaryStorage();
  const who = { candidateName: 'محمد الأنصاري', phoneNumber: '+493012345678' };
  const { id } = await addTracked(storage, 'ir_1', { id: randomUUID(), ...who });
  expect((await draft(storage, id)).split('\n')).toEqual(
    expect.arrayContaining(['- Candidate: محمد الأنصاري', '- Phone number: +49 30 12345678']),
  );
});

test('a huge answer is left out in part, and the draft says so', async () => {
  const storage = await temporaryStorage();
  const { id } = await addTracked(storage, 'ir_1', { id: randomUUID() });
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`field_${n}`, 'x'.repeat(3000)]));
  await answered(storage, 'ir_1', { request_id: 'ir_1', status: 'COMPLETED', assessment_results: many });
  const text = await draft(storage, id);
  expect(text).toContain('There is more, which this draft leaves out.');
  expect(text).toContain('… (shortened)');
  expect(text.length).toBeLessThan(1_000_000);
});

test('an explanation as HTML is whole, and its text is no markup', () => {
  const text = `<script>alert(1)</script>\n${'a'.repeat(50_000)} the end`;
  const html = explanationHtml(text, { ...SETTING, workspaceName: '' });
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script>');
  expect(html).toContain('the end');
});
