import { expect, test } from 'vitest';
import type { Subject } from '../../../electron/privacy/ports.ts';
import {
  subjectPattern,
  withoutSubject,
  withoutSubjectInJson,
} from '../../../electron/storage/erasure/subject-in-text.ts';

const LINK = 'https://files.example.com/kqzwxy.pdf';

function without(subject: Partial<Subject>, whole: string): string {
  const pattern = subjectPattern({ names: [], phones: [], local: [], links: [], ...subject });
  return pattern ? withoutSubject(pattern, whole) : whole;
}

test.each([
  ['Xqzyva Wvjkqx', 'Met XQZYVA\n wvjkqx here', 'Met [erased] here'],
  ['Xqzyva Wvjkqx', 'From Wvjkqx, Xqzyva.', 'From [erased].'],
  ['Xqzyva Wvjkqx', 'xqzyva.wvjkqx@example.com', '[erased]@example.com'],
  [
    'Xqzyva Wvjkqx',
    'CV_Xqzyva_Wvjkqx.pdf, https://x.example/Xqzyva%20Wvjkqx',
    'CV_[erased].pdf, https://x.example/[erased]',
  ],
  ['Anna Wvjkqx', 'of=%20Anna%20Wvjkqx, Joanna Wvjkqx', 'of=%20[erased], Joanna Wvjkqx'],
  ['Zoë Ōvbrklž', 'q=Zo%C3%AB%20%C5%8Cvbrkl%C5%BE&x=zo%c3%ab+%c5%8cvbrkl%c5%be', 'q=[erased]&x=[erased]'],
  ['Zoë Ōvbrklž', String.raw`{"n":"Zo\u00EB \u014cvbrkl\u017e"}`, '{"n":"[erased]"}'],
  ['Xqzyva Wvjkqx', 'Xqzyva Wvjkqxson and Xqzyva. Wvjkqx', 'Xqzyva Wvjkqxson and Xqzyva. Wvjkqx'],
  ['Zoë "Qwjx" Ōvbrklž', 'Ask Zoë “Qwjx” Ōvbrklž!', 'Ask [erased]!'],
  [
    'Zoë "Qwjx" Ōvbrklž',
    `Ask ${'ZOË "Qwjx" Ōvbrklž'.normalize('NFD')}, it is gut für später`,
    'Ask [erased], it is gut für später',
  ],
  ['Zoë "Qwjx" Ōvbrklž', 'zoe qwjx ovbrklz', '[erased]'],
  ["Xqz O'Bvrien", 'Straße: Xqz O’Bvrien, XQZ OBVRIEN', 'Straße: [erased], [erased]'],
  ['김 철수', `${'김 철수'.normalize('NFD')}.csv`, '[erased].csv'],
])('removes the name %j from %j', (name, whole, rest) => {
  expect(without({ names: [name] }, whole)).toBe(rest);
});

test.each([
  '202–555–0187',
  '202‑555‑0187',
  '202·555·0187',
  '202−555−0187',
  '202_555_0187',
  '２０２５５５０１８７',
  '+1 (202)\u00a0555\u200b0187',
  '0012025550187',
  '555-0187',
])('removes a number written as %s', (written) => {
  const subject = { phones: ['+12025550187'], local: ['+12025550187'] };
  expect(without(subject, `Call ${written}, not 12${written}9`)).toBe(`Call [erased], not 12${written}9`);
});

test('does not remove the end of another number, or last digits that others share', () => {
  const subject = { phones: ['+12025550187'], local: ['+12025550187'] };
  expect(without(subject, '+1 303 555 0187')).toBe('+1 303 555 0187');
  expect(without({ ...subject, local: [] }, '555-0187')).toBe('555-0187');
});

test('removes the link to the resume, but not a longer link that starts with it', () => {
  expect(without({ links: [LINK] }, `See ${LINK}, ${LINK}x`)).toBe(`See [erased], ${LINK}x`);
});

test('searches only strings inside JSON, which stays valid JSON', () => {
  const pattern = subjectPattern({
    names: ['Zoë "Qwjx" Ōvbrklž'],
    phones: ['+12025550187'],
    local: [],
    links: [],
  });
  if (!pattern) throw new Error('The subject has a name.');
  const json = JSON.stringify({
    at: 2025550187,
    zoë: ['Zoë', 'Qwjx', 'Ōvbrklž'],
    said: 'Zoë "Qwjx" Ōvbrklž',
  });
  expect(JSON.parse(withoutSubjectInJson(pattern, json))).toEqual({
    at: 2025550187,
    zoë: ['Zoë', 'Qwjx', 'Ōvbrklž'],
    said: '[erased]',
  });
  const other = '{ "kept": "as it is" }';
  expect(withoutSubjectInJson(pattern, other)).toBe(other);
  expect(withoutSubjectInJson(pattern, '2025550187')).toBe('[erased]');
  expect(withoutSubjectInJson(pattern, '{ not JSON: 202 555 0187')).toBe('{ not JSON: [erased]');
});
