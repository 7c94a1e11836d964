import { expect, test } from 'vitest';
import { MAX_POLICY_SIZE, readPolicyText } from '../../../electron/policy/policy-text.ts';
import { policyWords } from '../../../shared/words/policy-words.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ['an empty file', utf8('')],
  ['white space', utf8(' \r\n\t')],
  ['a lone byte order mark', utf8('\uFEFF')],
])('%s means no policy', (_what, bytes) => {
  expect(readPolicyText(bytes)).toEqual({ kind: 'absent' });
});

test.each([
  ['UTF-8', utf8('{"name":"Zürich"}')],
  ['UTF-8 with a byte order mark', utf8('\uFEFF{"name":"Zürich"}')],
  ['UTF-16, little-endian', Buffer.from('\uFEFF{"name":"Zürich"}', 'utf16le')],
  ['UTF-16, big-endian', Buffer.from('\uFEFF{"name":"Zürich"}', 'utf16le').swap16()],
])('%s is parsed', (_what, bytes) => {
  expect(readPolicyText(bytes)).toMatchObject({ kind: 'document', document: { name: 'Zürich' } });
});

test.each([
  ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), '', /UTF-8 or UTF-16/],
  ['truncated UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le').subarray(0, -1), '', /UTF-8 or UTF-16/],
  ['null bytes', new Uint8Array(64), '', /line 1, column 1/],
  ['null bytes after the end', utf8('{"locked":false}\0\0'), '', /line 1, column 17/],
  ['a null byte in a string', utf8('{"a":"b\0c"}'), 'a', /line 1, column 6/],
  [
    'a truncated file',
    utf8('{"locked":true,\n "workspaces":[{"name":"A"'),
    'workspaces[0]',
    /line 2, column 27/,
  ],
  ['a trailing comma', utf8('{"locked":true,}'), '', /line 1, column 16/],
  ['a comment', utf8('{} // nothing'), '', /line 1, column 4/],
  ['single quotes', utf8("{'locked':true}"), '', /line 1, column 2/],
  ['a duplicate name', utf8('{"locked":true,"locked":false}'), 'locked', /twice/],
  ['a duplicate name with an escape', utf8('{"locked":true,"lock\\u0065d":false}'), 'locked', /twice/],
  ['a nested duplicate name', utf8('{"a":[{"b":{"c":1,"c":2}}]}'), 'a[0].b.c', /twice/],
  ['a file above the size limit', new Uint8Array(MAX_POLICY_SIZE + 1).fill(0x20), '', /larger than 1 MiB/],
])('%s is reported with its location', (_what, bytes, where, message) => {
  const found = readPolicyText(bytes);
  expect(found).toMatchObject({ kind: 'unreadable', problem: { where } });
  expect(found.kind === 'unreadable' && policyWords(found.problem)).toMatch(message);
});

test('lists nested 100,000 deep are a problem, not a crash', () => {
  const found = readPolicyText(utf8('['.repeat(100_000)));
  expect(found).toMatchObject({ kind: 'unreadable', problem: { code: 'too_deep' } });
});

test('a long string with many escapes is parsed', () => {
  const long = 'a\\"'.repeat(300_000);
  expect(readPolicyText(utf8(`{"name":"${long}"}`))).toMatchObject({ kind: 'document' });
});

test('`__proto__` is an ordinary name and pollutes no prototype', () => {
  const found = readPolicyText(utf8('{"__proto__":{"locked":false}}'));
  expect(found.kind === 'document' && Object.keys(Object(found.document))).toEqual(['__proto__']);
  expect(Reflect.get({}, 'locked')).toBeUndefined();
});

test('a long name is shortened and stripped of line breaks for display', () => {
  const found = readPolicyText(utf8(`{"${'x\\n'.repeat(5000)}": nothing}`));
  expect(found.kind === 'unreadable' && found.problem.where.length).toBeLessThan(70);
  expect(found.kind === 'unreadable' && found.problem.where).not.toContain('\n');
});
