import { describe, expect, test } from 'vitest';
import { MAX_LINK_LENGTH, parseDeepLink } from '../../shared/deep-link.ts';

function fieldsOf(link: string): unknown {
  const read = parseDeepLink(link);
  return read.kind === 'new_request' ? read.fields : read;
}

const refused = (problem: string) => ({ kind: 'unknown', problem });

describe('a link to New request', () => {
  test('carries each field by its short name', () => {
    const link =
      'app.callboard:/new?name=Grace%20Hopper&phone=%2B12025550143&resume=https%3A%2F%2Fexample.com%2Fa.pdf%3Fv%3D1' +
      '&job=123e4567-e89b-12d3-a456-426614174000&questionnaire=general-screening';
    expect(fieldsOf(link)).toEqual({
      candidateName: 'Grace Hopper',
      phoneNumber: '+12025550143',
      resumeUrl: 'https://example.com/a.pdf?v=1',
      jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
      questionnaireTemplateId: 'general-screening',
    });
  });

  test.each(['app.callboard:/new', 'app.callboard://new', 'app.callboard:///new', 'APP.Callboard://new/'])(
    '%s is equivalent',
    (start) => {
      expect(fieldsOf(`${start}?name=Ada`)).toEqual({ candidateName: 'Ada' });
      expect(fieldsOf(start)).toEqual({});
    },
  );

  test('a plus is a space in names, but literal in a phone number and a web address', () => {
    const link =
      'app.callboard:/new?name=Grace+Hopper&phone=+1+202+555+0143&resume=https://a.example/c++.pdf';
    expect(fieldsOf(link)).toEqual({
      candidateName: 'Grace Hopper',
      phoneNumber: '+1 202 555 0143',
      resumeUrl: 'https://a.example/c++.pdf',
    });
  });

  test('the first of repeated parameters wins, and unknown and empty ones are ignored', () => {
    const link =
      'app.callboard:/new?name=First&name=Second&submit=1&__proto__=x&constructor=y&phone=#name=Third';
    expect(fieldsOf(link)).toEqual({ candidateName: 'First' });
  });

  test('names in any script are kept; line breaks become spaces', () => {
    expect(fieldsOf(`app.callboard:/new?name=${encodeURIComponent('فاطمة الزهراء 👩🏽‍💻')}`)).toEqual({
      candidateName: 'فاطمة الزهراء 👩🏽‍💻',
    });
    expect(fieldsOf('app.callboard:/new?name=Grace%0D%0AHopper%0A')).toEqual({
      candidateName: 'Grace Hopper',
    });
  });

  test.each([
    ['app.callboard:/new?name=%E0%A4%A', 'bad_encoding'],
    ['app.callboard:/new?name=100%', 'bad_encoding'],
    ['app.callboard:/new?name=%C0%80', 'bad_encoding'],
    ['app.callboard:/new?name=a%00b', 'bad_character'],
    ['app.callboard:/new?name=a%E2%80%AEb', 'bad_character'],
    ['app.callboard:/new?name=a%E2%81%A7b', 'bad_character'],
    ['app.callboard:/new?name=a%C2%9Bb', 'bad_character'],
    ['app.callboard:/new?name=a\u0000b', 'bad_character'],
    ['app.callboard:/new?name=\ud800', 'bad_character'],
    [`app.callboard:/new?name=${'a'.repeat(201)}`, 'too_long'],
    [`app.callboard:/new?x=${'a'.repeat(MAX_LINK_LENGTH)}`, 'too_long'],
  ])('%s is refused', (link, problem) => {
    expect(parseDeepLink(link)).toEqual(refused(problem));
  });
});

describe('a link to a request', () => {
  test('carries its id, decoded', () => {
    expect(parseDeepLink('app.callboard:/request/9f2c-1')).toEqual({ kind: 'request', requestId: '9f2c-1' });
    expect(parseDeepLink('app.callboard://request/a%2Fb')).toEqual({ kind: 'request', requestId: 'a/b' });
  });

  test.each([
    ['app.callboard:/request', 'no_such_place'],
    ['app.callboard:/request/', 'no_such_place'],
    ['app.callboard:/request/%20', 'no_such_place'],
    ['app.callboard:/request/a/b', 'no_such_place'],
    ['app.callboard:/request/a%00', 'bad_character'],
    [`app.callboard:/request/${'a'.repeat(201)}`, 'too_long'],
  ])('%s is refused', (link, problem) => {
    expect(parseDeepLink(link)).toEqual(refused(problem));
  });
});

test('a sign-in redirect is recognised and kept unchanged', () => {
  for (const address of [
    'app.callboard:/oauth/callback?code=1&state=2',
    'app.callboard://oauth/callback?code=1',
    'app.callboard://oauth/?code=1',
    'app.callboard:/oauth/other?code=1',
  ]) {
    expect(parseDeepLink(address)).toEqual({ kind: 'oauth_callback', address });
  }
});

test.each([
  ['https://example.com/new', 'not_ours'],
  ['', 'not_ours'],
  ['app.callboard.evil:/new', 'not_ours'],
  ['app.callboard:', 'no_such_place'],
  ['app.callboard:new', 'no_such_place'],
  ['app.callboard:////new', 'no_such_place'],
  ['app.callboard:/settings', 'no_such_place'],
  ['app.callboard:/../new', 'no_such_place'],
  ['app.callboard:/new/x', 'no_such_place'],
  ['app.callboard:/%6eew', 'no_such_place'],
  ['app.callboard://example.com/new', 'has_host'],
  ['app.callboard://user@new?name=x', 'has_host'],
  ['app.callboard://new:80?name=x', 'has_host'],
  ['app.callboard://[::1]/new', 'has_host'],
  ['app.callboard://elsewhere/new', 'no_such_place'],
])('%s is refused', (link, problem) => {
  expect(parseDeepLink(link)).toEqual(refused(problem));
});
