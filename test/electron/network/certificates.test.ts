import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type AuthorityStore,
  readCertificateFile,
  TrustedAuthorities,
} from '../../../electron/network/trusted-authorities.ts';
import { certificateWords } from '../../../shared/words/certificate-words.ts';
import { selfSignedCertificate } from '../service/self-signed-certificate.ts';
import { type PrivateAuthority, privateAuthority } from './private-authority.ts';

let folder: string;
let authority: PrivateAuthority;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  authority = privateAuthority(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const read = (text: string, now?: number) => readCertificateFile(Buffer.from(text), now);

describe('a CA certificate file', () => {
  test('may contain several certificates with text between them and any line endings', () => {
    const one = authority.certificate;
    const many = `Example Corp\r\n\r\n${one.replaceAll('\n', '\r\n')}# the other\n${selfSignedCertificate().cert}`;
    const { certificates, problems } = read(many);
    expect(problems).toEqual([]);
    expect(certificates).toHaveLength(2);
    expect(new X509Certificate(certificates[0] ?? '').fingerprint256).toBe(
      new X509Certificate(one).fingerprint256,
    );
  });

  test('may begin with a UTF-8 or UTF-16 byte order mark', () => {
    const marked = `\ufeff${authority.certificate.replaceAll('\n', '\r\n')}`;
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const { certificates, problems } = readCertificateFile(Buffer.from(marked, encoding));
      expect(problems).toEqual([]);
      expect(certificates).toHaveLength(1);
    }
  });

  test('may be a single certificate in DER', () => {
    const der = new X509Certificate(authority.certificate).raw;
    expect(readCertificateFile(der).certificates).toHaveLength(1);
  });

  test('reports unusable parts with their lines and keeps the rest', () => {
    const leaf = authority.sign('service.test').cert;
    const broken = authority.certificate.replace(/\n[A-Za-z0-9+/]{64}\n/, '\nAAAA\n');
    const lines = (text: string) => text.split('\n').length - 1;
    const key = readFileSync(authority.keyPath, 'utf8');
    const { certificates, problems } = read(
      `${broken}${key}${leaf}${authority.certificate}-----BEGIN CERTIFICATE-----\nMII`,
    );
    expect(certificates).toHaveLength(1);
    const second = 1 + lines(broken);
    const third = second + lines(key);
    const last = third + lines(leaf) + lines(authority.certificate);
    expect(problems.map(certificateWords)).toEqual([
      "Line 1: the certificate can't be read.",
      `Line ${second}: this is a private key. Keep it secret: Callboard needs only the CA certificate.`,
      `Line ${third}: the certificate of service.test is not a CA certificate. Ask for the certificate of Example Corp Root CA.`,
      `Line ${last}: the certificate is incomplete: part of the file is missing.`,
    ]);
  });

  test('rejects expired certificates', () => {
    const later = Date.now() + 10 * 86_400_000;
    expect(read(authority.certificate, later).certificates).toEqual([]);
    expect(read(authority.certificate, later).problems.map(certificateWords)[0]).toMatch(
      /^Line 1: the certificate of Example Corp Root CA expired on \d{4}-\d\d-\d\d\.$/,
    );
  });

  test.each([
    ['', 'The file is empty.'],
    [
      'hello',
      'This is not a certificate. Choose a file in PEM format, which begins with -----BEGIN CERTIFICATE-----.',
    ],
    [
      '-----BEGIN PGP MESSAGE-----\nx\n-----END PGP MESSAGE-----',
      'Line 1: this is “PGP MESSAGE”, not a certificate.',
    ],
    ['-----BEGIN x', 'There is no certificate in the file.'],
  ])('with the content %j gives no certificate and one problem', (text, problem) => {
    expect(read(text).certificates).toEqual([]);
    expect(read(text).problems.map(certificateWords)).toEqual([problem]);
  });

  test('with 140,000 BEGIN lines is parsed within three seconds and reports 20 problems and a count', () => {
    const startedAt = performance.now();
    const { problems } = read('-----BEGIN CERTIFICATE-----\n'.repeat(140_000));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toMatchObject({ code: 'more', values: { count: 139_980 } });
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

/** A store with Node's built-in authorities; the test controls the system's. */
function storeWith(changes: Partial<AuthorityStore> = {}) {
  const used: (readonly string[])[] = [];
  const builtIn = getCACertificates('bundled');
  const store: AuthorityStore = {
    builtIn: () => builtIn,
    system: () => [],
    use: (certificates) => void used.push(certificates),
    ...changes,
  };
  return { trusted: new TrustedAuthorities(store), used, builtIn };
}

describe('trusted authorities', () => {
  test('combine Node’s, the system’s and the file’s, and know each one’s origin', async () => {
    const system = selfSignedCertificate().cert;
    const { trusted, used, builtIn } = storeWith({ system: () => [system] });
    const state = await trusted.apply(authority.certificatePath);
    expect(state).toEqual({
      builtIn: builtIn.length,
      system: 1,
      systemProblem: null,
      file: { path: authority.certificatePath, added: 1, problems: [] },
    });
    expect(used.at(-1)).toHaveLength(builtIn.length + 2);
    const originOf = (pem: string) => trusted.originOf(new X509Certificate(pem).fingerprint256);
    expect([originOf(authority.certificate), originOf(system), originOf(builtIn[0] ?? '')]).toEqual([
      'added',
      'system',
      'built_in',
    ]);
    expect(originOf(selfSignedCertificate().cert)).toBeUndefined();
  });

  test('are not reduced by a file that is missing, a folder, too large or invalid', async () => {
    const large = join(folder, 'large.pem');
    writeFileSync(large, Buffer.alloc(5 * 1024 * 1024, 'x'));
    const nonsense = join(folder, 'nonsense.pem');
    writeFileSync(nonsense, 'nonsense');
    for (const [path, words] of [
      [join(folder, 'gone.pem'), "Couldn't read the file: it no longer exists."],
      [folder, "Couldn't read the file: it is a folder."],
      [large, "Couldn't read the file: it is larger than 4 MiB."],
      [nonsense, 'This is not a certificate. Choose a file in PEM format'],
    ] as const) {
      const { trusted, used, builtIn } = storeWith();
      const { file } = await trusted.apply(path);
      expect(file?.problems.map(certificateWords)[0]).toContain(words);
      expect(used.at(-1)).toHaveLength(builtIn.length);
    }
  });

  test.skipIf(process.platform === 'win32')(
    'do not wait for a pipe in the file’s place',
    { meta: { needs: 'POSIX pipes' } },
    async () => {
      const pipe = join(folder, 'pipe.pem');
      execFileSync('mkfifo', [pipe]);
      const { trusted } = storeWith();
      const { file } = await trusted.apply(pipe);
      expect(file?.problems.map(({ code }) => code)).toEqual(['not_a_file']);
    },
  );

  test('are loaded without the system’s if those can’t be read, and report why', async () => {
    const { trusted, used, builtIn } = storeWith({
      system: () => {
        throw new Error('keychain locked');
      },
    });
    const state = await trusted.apply(authority.certificatePath);
    expect(state.systemProblem).toBe('keychain locked');
    expect(used.at(-1)).toHaveLength(builtIn.length + 1);
  });

  test('are restored when the file is removed', async () => {
    const trusted = new TrustedAuthorities();
    onTestFinished(async () => void (await trusted.apply(null)));
    await trusted.apply(null);
    const before = getCACertificates('default').length;
    await trusted.apply(authority.certificatePath);
    expect(getCACertificates('default')).toHaveLength(before + 1);
    await new TrustedAuthorities().apply(null);
    expect(getCACertificates('default')).toHaveLength(before);
  });
});
