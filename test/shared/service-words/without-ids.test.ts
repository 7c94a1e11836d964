import { expect, test } from 'vitest';
import { withoutIds } from '../../../shared/service-words/without-ids.ts';

const ID = '3f2b8c1e-77aa-4d0e-9b1c-0a1b2c3d4e5f';

test.each([
  [`Refused (trace ${ID}).`, 'Refused (trace …).'],
  ['Refused. traceId=4bf92f3577b34da6a3ce929d0e0e4736', 'Refused. traceId=…'],
  ['req_5f3A9b2c: not now', 'req_…: not now'],
  ['Error 0x80070005f at 2026-11-23T18:16:56.123Z', 'Error … at …'],
  ['Failed at 2026-11-23 18:16:56,123 UTC, on 2026-11-24', 'Failed at …, on …'],
  ['Mon, 23 Nov 2026 18:16:56 GMT – try later', '… – try later'],
  ['at 18:16:56 no agent was free', 'at … no agent was free'],
  ['Ref: 01HV5Z3K9QXW2M7R8T4B6C0DEF, 1732385816.52', 'Ref: …, …'],
])('takes IDs and times out of "%s"', (words, without) => {
  expect(withoutIds(words, [])).toBe(without);
});

test.each([
  'HTTP 422: at most 3 resumes of 10 MB, from 8:00 to 20:00',
  'The fabaceae effaced facade is defaced; Q7 and senior2024 stay',
  'Room 1234567, extension 4711, 2024-25',
])('leaves "%s" as it is', (words) => {
  expect(withoutIds(words, [])).toBe(words);
});

test('keeps the IDs that the answer is about, however they are written', () => {
  const words = `Job ${ID.toUpperCase()} is closed (trace 4bf92f3577b34da6).`;
  expect(withoutIds(words, [ID, '', 'general-screening'])).toBe(
    `Job ${ID.toUpperCase()} is closed (trace …).`,
  );
});
