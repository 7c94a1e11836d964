import fc from 'fast-check';

/** Malicious texts. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  '<img src=x onerror="globalThis.pwned=true">',
  '<script>globalThis.pwned=true</script>',
  '"><svg/onload=globalThis.pwned=true>',
  'javascript:globalThis.pwned=true',
  '{{constructor.constructor("globalThis.pwned=true")()}}',
  '\u0024{globalThis.pwned=true}',
  "'; DROP TABLE submissions; --",
  '=HYPERLINK("http://example.com")',
  '__proto__',
  'constructor',
  'toString',
  '\u202egnp.exe\u2066',
  '\u0000\u0001\u007f\u009b[31m',
  '\ud800',
  '\ufeff',
  'COMPLETED',
  'a'.repeat(70_000),
  '👩🏽‍💻'.repeat(500),
  '%00%2e%2e%2f',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '\r\nX-Injected: yes',
  '9'.repeat(400),
  '-0',
  '1e999',
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toJSON',
  'then',
  'length',
  '',
  'id',
  'status',
  'request_id',
  'screening_calls',
  'assessment_results',
  'timestamp',
  'duration_minutes',
  'access_token',
  'token_type',
  'expires_in',
  'refresh_token',
  'error',
  'title',
  'workspaces',
  'base_url',
  'issuer',
  'locked',
];

const name: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...NAMES), weight: 3 },
  { arbitrary: hostileText, weight: 1 },
);

const plain: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', 'false', '0', '-1', '1e400', '-0', '9007199254740993', '1.5', '[]', '{}'),
  // Objects with a fake length or toString.
  fc.constantFrom('{"length":{"valueOf":1,"toString":1}}', '{"toString":1,"valueOf":2}', '{"length":7}'),
  fc.double().map((number) => JSON.stringify(number)),
);

/** JSON as text, so that names may be repeated and `__proto__` is an ordinary name. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'json' },
    plain,
    fc.array(tie('json'), { maxLength: 6, depthIdentifier: 'json' }).map((each) => `[${each.join(',')}]`),
    fc
      .array(fc.tuple(name, tie('json')), { maxLength: 6, depthIdentifier: 'json' })
      .map((each) => `{${each.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
})).json;

/** Nested lists, as deep as the maximum body size allows, which is deeper than the stack. */
export const deepJson: fc.Arbitrary<string> = fc
  .constantFrom(10, 300, 5000, 200_000)
  .chain((depth) =>
    fc.constantFrom(
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      '['.repeat(depth),
    ),
  );

/** A JSON object from its members' texts, some of them replaced, missing or repeated. */
export function objectLike(members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const known = Object.entries(members).map(([key, value]) =>
    fc
      .oneof(
        { arbitrary: value, weight: 4 },
        { arbitrary: jsonText, weight: 1 },
        { arbitrary: fc.constant(''), weight: 1 },
      )
      .map((text) => (text === '' ? [] : [`${JSON.stringify(key)}:${text}`])),
  );
  const more = fc.array(
    fc.tuple(name, jsonText).map(([key, value]) => `${JSON.stringify(key)}:${value}`),
    { maxLength: 2 },
  );
  return fc
    .tuple(fc.tuple(...known), more)
    .map(([each, extra]) => `{${[...each.flat(), ...extra].join(',')}}`);
}

/** Nearly valid JSON: cut, or with an inserted piece. */
export function spoilt(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(), fc.oneof(fc.constant(''), hostileText), fc.boolean())
    .map(([whole, at, piece, cut]) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + piece + (cut ? '' : whole.slice(place));
    });
}

/** Detects prototype pollution, which no input may cause. */
export function isPolluted(): boolean {
  return Object.keys(Object.prototype).length > 0 || 'pwned' in globalThis || 'polluted' in {};
}
