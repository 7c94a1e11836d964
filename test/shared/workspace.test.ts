import { describe, expect, test } from 'vitest';
import { issueWords } from '../../shared/words/input-words.ts';
import { connectionInput, expectedIssuer, isLoopback, redirectWay } from '../../shared/workspace.ts';

const GOOD = {
  name: ' Acme ',
  baseUrl: 'https://api.acme.example/',
  authUrl: 'https://login.acme.example/realm//',
  issuer: ' https://ID.Acme.example/realms/Hiring/ ',
  clientId: ' callboard ',
  clientSecret: ' kept as typed ',
  redirectUri: ' app.callboard:/oauth/callback ',
};

function messageFor(changes: Partial<typeof GOOD>): string | undefined {
  return connectionInput.safeParse({ ...GOOD, ...changes }).error?.issues.map(issueWords)[0];
}

test('a connection is trimmed, its addresses lose trailing slashes, and issuer and secret stay as typed', () => {
  expect(connectionInput.parse(GOOD)).toEqual({
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    authUrl: 'https://login.acme.example/realm',
    issuer: 'https://ID.Acme.example/realms/Hiring/',
    clientId: 'callboard',
    clientSecret: ' kept as typed ',
    redirectUri: 'app.callboard:/oauth/callback',
  });
});

describe('an address', () => {
  test.each([
    ['https://API.Acme.Example:443/Base/', 'https://api.acme.example/Base'],
    ['https://api.acme.example:8443', 'https://api.acme.example:8443'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['http://localhost:4000/api/', 'http://localhost:4000/api'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://api.acme.example.', 'https://api.acme.example'],
    ['https://api.acme.example.:8443/v1./', 'https://api.acme.example:8443/v1.'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(connectionInput.parse({ ...GOOD, baseUrl: typed }).baseUrl).toBe(kept);
  });

  test.each([
    ['', 'Enter the service address.'],
    ['api.acme.example', 'Enter a full address that starts with https://'],
    ['ftp://api.acme.example', 'Enter a full address that starts with https://'],
    ['http://api.acme.example', 'Use https:// – plain http is only safe on this computer itself.'],
    ['http://127.0.0.1.evil.example', 'Use https:// – plain http is only safe on this computer itself.'],
    ['https://user:secret@api.acme.example', 'Leave user name and password out of the address.'],
    ['https://api.acme.example/?key=1', 'Leave out everything after ? or #.'],
    ['https://api.acme.example/#top', 'Leave out everything after ? or #.'],
  ])('"%s" is refused: %s', (typed, message) => {
    expect(messageFor({ baseUrl: typed })).toBe(message);
  });

  test('of the sign-in has its own message if it is missing', () => {
    expect(messageFor({ authUrl: '' })).toBe('Enter the sign-in address.');
  });
});

describe('an issuer', () => {
  test.each([undefined, '', '  '])('that is left out (%j) is the sign-in address', (issuer) => {
    const connection = connectionInput.parse({ ...GOOD, issuer });
    expect(connection.issuer).toBe('');
    expect(expectedIssuer(connection)).toBe('https://login.acme.example/realm');
  });

  test.each([
    ['id.acme.example', 'Enter a full address that starts with https://'],
    ['http://id.acme.example', 'Use https:// – plain http is only safe on this computer itself.'],
    ['https://user:secret@id.acme.example', 'Leave user name and password out of the address.'],
    ['https://id.acme.example/?realm=hiring', 'Leave out everything after ? or #.'],
    [`https://id.acme.example/${'a'.repeat(2000)}`, 'Use an address of at most 2,000 characters.'],
  ])('"%s" is refused: %s', (issuer, message) => {
    expect(messageFor({ issuer })).toBe(message);
  });
});

describe('a redirect address', () => {
  test.each([
    'app.callboard:/oauth/callback',
    'http://127.0.0.1/callback',
    'http://localhost:5000/callback',
    'https://acme.example/callback?from=callboard',
    'com.acme.screening://callback',
  ])('may be %s', (redirectUri) => {
    expect(connectionInput.parse({ ...GOOD, redirectUri }).redirectUri).toBe(redirectUri);
  });

  test.each([
    'http://acme.example/callback',
    'https://acme.example/callback#top',
    'callback:/oauth',
    'javascript:alert(1)',
    'data:text/html,hello',
    'callback',
  ])('may not be %s', (redirectUri) => {
    expect(messageFor({ redirectUri })).toMatch(/^Enter the redirect address as registered/);
  });
});

describe('a sign-in redirect returns', () => {
  test.each([
    ['app.callboard:/oauth/callback', 'custom_scheme'],
    ['http://127.0.0.1/callback', 'loopback'],
    ['http://127.0.0.1:53127/callback', 'loopback'],
    ['http://localhost:53127/callback', 'loopback'],
    // The app listens only on 127.0.0.1, so redirects to these would not arrive.
    ['http://[::1]:53127/callback', 'paste'],
    ['http://127.0.0.2:53127/callback', 'paste'],
    ['https://127.0.0.1/callback', 'paste'],
    ['https://acme.example/callback', 'paste'],
    ['com.acme.screening://callback', 'paste'],
    ['nonsense', 'paste'],
  ])('to %s by way of %s', (redirectUri, way) => {
    expect(redirectWay(redirectUri)).toBe(way);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['[::1]', true],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
  ['[::]', false],
])('%s is this computer: %s', (hostname, isThis) => {
  expect(isLoopback(hostname)).toBe(isThis);
});
