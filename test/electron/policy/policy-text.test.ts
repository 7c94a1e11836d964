import { expect, test } from 'vitest';
import { LARGEST_POLICY, readPolicyText } from '../../../electron/policy/policy-text.ts';
import { policyWords } from '../../../shared/words/policy-words.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ['nothing', utf8('')],
  ['white space', utf8(' \r\n\t')],
  ['a byte order mark alone', utf8('\uFEFF')],
])('%s is no policy', (_what, bytes) => {
  expect(readPolicyText(bytes)).toEqual({ kind: 'absent' });
});

test.each([
  ['UTF-8', utf8('{"name":"Zürich"}')],
  ['UTF-8 with a byte order mark', utf8('\uFEFF{"name":"Zürich"}')],
  ['UTF-16, little end first', Buffer.from('\uFEFF{"name":"Zürich"}', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\uFEFF{"name":"Zürich"}', 'utf16le').swap16()],
])('%s is read', (_what, bytes) => {
  expect(readPolicyText(bytes)).toMatchObject({ kind: 'document', document: { name: 'Zürich' } });
});

test.each([
  ['bytes that are no text', Uint8Array.of(0x7b, 0xff, 0x7d), '', /UTF-8 or UTF-16/],
  ['UTF-16 that was cut off', Buffer.from('\uFEFF{"a":1}', 'utf16le').subarray(0, -1), '', /UTF-8 or UTF-16/],
  ['a file of zeros', new Uint8Array(64), '', /line 1, column 1/],
  ['zeros behind the end', utf8('{"locked":false}\0\0'), '', /line 1, column 17/],
  ['a zero in a text', utf8('{"a":"b\0c"}'), 'a', /line 1, column 6/],
  ['half a file', utf8('{"locked":true,\n "workspaces":[{"name":"A"'), 'workspaces[0]', /line 2, column 27/],
  ['a comma too many', utf8('{"locked":true,}'), '', /line 1, column 16/],
  ['a comment', utf8('{} // nothing'), '', /line 1, column 4/],
  ['single quotes', utf8("{'locked':true}"), '', /line 1, column 2/],
  ['the same name twice', utf8('{"locked":true,"locked":false}'), 'locked', /twice/],
  ['the same name twice, written otherwise', utf8('{"locked":true,"lock\\u0065d":false}'), 'locked', /twice/],
  ['the same name twice further down', utf8('{"a":[{"b":{"c":1,"c":2}}]}'), 'a[0].b.c', /twice/],
  ['more than anybody writes', new Uint8Array(LARGEST_POLICY + 1).fill(0x20), '', /larger than 1 MiB/],
])('%s cannot be read, and it is said where', (_what, bytes, where, message) => {
  const found = readPolicyText(bytes);
  expect(found).toMatchObject({ kind: 'unreadable', problem: { where } });
  expect(found.kind === 'unreadable' && policyWords(found.problem)).toMatch(message);
});

test('lists a hundred thousand deep end in a problem, not in a crash', () => {
  const found = readPolicyText(utf8('['.repeat(100_000)));
  expect(found).toMatchObject({ kind: 'unreadable', problem: { code: 'too_deep' } });
});

test('one long text is read in no time', () => {
  const long = 'a\\"'.repeat(300_000);
  expect(readPolicyText(utf8(`{"name":"${long}"}`))).toMatchObject({ kind: 'document' });
});

test('`__proto__` is a name like any other and changes no object', () => {
  const found = readPolicyText(utf8('{"__proto__":{"locked":false}}'));
  expect(found.kind === 'document' && Object.keys(Object(found.document))).toEqual(['__proto__']);
  expect(Reflect.get({}, 'locked')).toBeUndefined();
});

test('a name without end is cut where it is shown, and breaks no line', () => {
  const found = readPolicyText(utf8(`{"${'x\\n'.repeat(5000)}": nothing}`));
  expect(found.kind === 'unreadable' && found.problem.where.length).toBeLessThan(70);
  expect(found.kind === 'unreadable' && found.problem.where).not.toContain('\n');
});
