import { describe, expect, test } from 'vitest';
import { answerText, KEPT_ANSWER_BYTES } from '../../../electron/service/answer-words.ts';
import { parseJson } from '../../../shared/parse-json.ts';

describe('the text of an error answer', () => {
  test.each([
    [
      'problem details (RFC 9457)',
      '{"type":"about:blank","title":"Not acceptable","status":422,"detail":"phone_number: too short"}',
      'Not acceptable – phone_number: too short',
    ],
    [
      'an OAuth error',
      '{"error":"invalid_token","error_description":"It has expired"}',
      'It has expired – invalid_token',
    ],
    ['an OAuth error without description', '{"error":"invalid_token"}', 'invalid_token'],
    ['a message', '{"message":"Try later"}', 'Try later'],
    ['an error object', '{"error":{"code":17,"message":"No credit left"}}', 'No credit left'],
    ['the same twice', '{"title":"Down","message":"Down"}', 'Down'],
    ['fields of other types', '{"title":7,"message":"Seven"}', 'Seven'],
    ['JSON without words', '{"code":17}', '{"code":17}'],
    ['plain text', '  Service\n\tunavailable  ', 'Service unavailable'],
    ['nothing', '', ''],
    ['blanks', ' \r\n ', ''],
    [
      'HTML',
      '<!DOCTYPE html><html><head><title>502</title><style>b{color:red}</style><script>alert("x<b>")</script></head><body><h1>Bad&nbsp;Gateway</h1><p>a &lt; b &amp; c</body>',
      '502 – Bad Gateway a < b & c',
    ],
    ['HTML whose script has no end', '<html><script>steal()', ''],
    ['HTML with brackets in brackets', '<html><<b>script>x</b> 1 < 2', 'script>x 1 < 2'],
    ['control characters', 'a\u0000b\u202ec', 'a b c'],
  ])('as %s', (_what, body, text) => {
    expect(answerText(body)).toBe(text);
  });

  test('is at most 4 KiB, and no character is cut in half', () => {
    const text = answerText('é'.repeat(1_000_000));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(KEPT_ANSWER_BYTES);
    expect(text).toMatch(/^é+…$/);
    expect(answerText('€'.repeat(5000))).toMatch(/^€+$/);
  });
});

test('parsing what is not JSON gives undefined, not an error', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(parseJson('{"a":')).toBeUndefined();
});

test('JSON nested too deeply is not read; brackets in a text do not count', () => {
  const nested = (levels: number, inside = ''): string => '['.repeat(levels) + inside + ']'.repeat(levels);
  expect(parseJson(nested(20_000))).toBeInstanceOf(Array);
  expect(parseJson(nested(20_001))).toBeUndefined();
  expect(parseJson(nested(1, JSON.stringify(`\\" ${'['.repeat(50_000)}`)))).toBeInstanceOf(Array);
  expect(parseJson(`[${'[],'.repeat(50_000)}1]`)).toHaveLength(50_001);
});

test.each([
  ['angle brackets that open and never close', `<html>${'<'.repeat(1_000_000)}`],
  ['tags that never end', `<html>${'<a '.repeat(500_000)}`],
  ['a text of quotes that never ends', `{"a": "${'\\"'.repeat(1_000_000)}`],
  ['quotes', '"'.repeat(1_000_001)],
])('%s are read in one pass', (_what, body) => {
  const before = performance.now();
  expect(Buffer.byteLength(answerText(body))).toBeLessThanOrEqual(KEPT_ANSWER_BYTES);
  // Reading them again from each position took an hour.
  expect(performance.now() - before).toBeLessThan(5000);
});
