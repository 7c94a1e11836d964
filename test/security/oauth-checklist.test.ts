/**
 * The rules of the sign-in that are about the app as a whole (RFC 8252, RFC 9700). Those about one step of it are
 * tested where it is: SECURITY.md says where each is.
 */
import { readFileSync } from 'node:fs';
import { connect, DEFAULT_MIN_VERSION } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkSource, rules } from '../../scripts/security/check-source.ts';
import { CUSTOM_SCHEME, CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import { createOnce } from '../electron/service/create-calls.ts';
import { rawServer } from '../electron/service/raw-server.ts';
import { selfSignedCertificate } from '../electron/service/self-signed-certificate.ts';
import { openWorkspaces, serviceNamed } from '../electron/workspaces/workspaces-under-test.ts';
import { until } from '../poll.ts';

const allBreaches = checkSource();

const breachesOf = (id: string): string[] => {
  expect(rules.map((rule) => rule.id)).toContain(id);
  return allBreaches.filter(({ rule }) => rule === id).map(({ place }) => place);
};

test('O1: no window of the app can load the page of a sign-in, only the system browser is given it', () => {
  expect(breachesOf('one-scheme')).toEqual([]);
  expect(breachesOf('no-foreign-content')).toEqual([]);
  expect(breachesOf('one-way-to-the-system')).toEqual([]);
});

test('O2: the scheme is a reversed domain', () => {
  expect(CUSTOM_SCHEME).toMatch(/^[a-z]+(?:\.[a-z]+)+:$/);
  expect(CUSTOM_SCHEME_REDIRECT.startsWith(CUSTOM_SCHEME)).toBe(true);
});

describe('O7, O13: the client secret and the tokens', () => {
  test('are in no source', () => {
    expect(breachesOf('no-secret-in-the-source')).toEqual([]);
  });

  test('never stand in an address, and never reach what a page is told', async () => {
    const service = await serviceNamed('acme');
    const { workspaces, opened, connectAndSignIn } = await openWorkspaces();
    await connectAndSignIn(service.connection({ clientSecret: 'the-client-secret' }));
    await workspaces.open.current?.submitter.submit([
      {
        candidateName: 'Ada',
        phoneNumber: '+12025550143',
        resumeUrl: 'https://files.example.com/ada.pdf',
        jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
        questionnaireTemplateId: 'general-v1',
      },
    ]);
    await until('the create', () => service.creates().length > 0);
    const secrets = /the-client-secret|acme-access|acme-refresh/;
    expect(JSON.stringify(service.received)).toMatch(secrets);
    for (const { path } of service.received) expect(path).not.toMatch(secrets);
    expect(opened.join()).not.toMatch(secrets);
    expect(JSON.stringify(await workspaces.open.state())).not.toMatch(secrets);
  });
});

describe('O14: a connection to another computer', () => {
  test('is at least TLS 1.2', async () => {
    expect(DEFAULT_MIN_VERSION).toBe('TLSv1.2');
    expect(breachesOf('certificates-are-checked')).toEqual([]);
    const old = {
      ...selfSignedCertificate(),
      minVersion: 'TLSv1' as const,
      maxVersion: 'TLSv1.1' as const,
      ciphers: 'DEFAULT@SECLEVEL=0',
    };
    const server = await rawServer({ certificate: old });
    // The server does speak the old version to whoever asks for it.
    const willing = connect({ ...old, port: server.port, rejectUnauthorized: false });
    onTestFinished(() => void willing.destroy());
    await new Promise((resolve, reject) => willing.once('secureConnect', resolve).once('error', reject));
    expect(willing.getProtocol()).toBe('TLSv1.1');
    expect((await createOnce(server.origin)).name).toBe('secure_connection_failed');
  });
});

test('every test that SECURITY.md names is there', () => {
  const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
  const named = [...text.matchAll(/`((?:test|scripts)\/[\w./-]+\.(?:test|spec)?\.?ts)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(20);
  for (const path of named) {
    expect(() => readFileSync(new URL(`../../${path}`, import.meta.url)), path).not.toThrow();
  }
});
