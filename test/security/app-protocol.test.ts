import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { registerAppScheme, serveApp, withReportPage } from '../../electron/desktop/app-protocol.ts';
import { handleProtocolRequest } from '../../preview/electron/protocol.ts';
import { beginElectron } from './electron-under-preview.ts';

vi.mock('electron', () => import('../../preview/electron/index.ts'));

const ORIGIN = 'app://callboard';

/** Accepts calls of the page. */
const answering = Promise.withResolvers<void>();

beforeAll(async () => {
  const electron = await beginElectron();
  registerAppScheme();
  electron.becomeReady();
  const folder = join(mkdtempSync(join(tmpdir(), 'callboard-renderer-')), 'renderer');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'folder.js'));
  writeFileSync(join(folder, '..', 'secret.js'), 'secret');
  writeFileSync(join(folder, '..', 'secret.html'), 'secret');
  writeFileSync(join(folder, '.hidden.js'), 'secret');
  writeFileSync(
    join(folder, 'index.html'),
    '<style nonce="__STYLE_NONCE__"></style><meta nonce="__STYLE_NONCE__">',
  );
  writeFileSync(join(folder, 'assets', 'a-b_C1.js'), 'page');
  writeFileSync(join(folder, 'unknown.exe'), 'secret');
  symlinkSync(join(folder, 'index.html'), join(folder, 'link.html'));
  serveApp(folder, answering.promise);
});

function directives(answer: Response): Map<string, string> {
  const policy = answer.headers.get('content-security-policy') ?? '';
  return new Map(
    policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1).join(' ')]),
  );
}

test('the page is served at once, but its scripts wait until calls are accepted', async () => {
  let served = false;
  const script = handleProtocolRequest(`${ORIGIN}/assets/a-b_C1.js`).then((answer) => {
    served = true;
    return answer;
  });
  expect((await handleProtocolRequest(`${ORIGIN}/index.html`)).status).toBe(200);
  expect(served).toBe(false);
  answering.resolve();
  expect((await script).status).toBe(200);
});

describe('the page', () => {
  test('has a policy header that allows only its own files', async () => {
    const policy = directives(await handleProtocolRequest(`${ORIGIN}/index.html`));
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('worker-src')).toBe("'self'");
    expect(policy.get('style-src-attr')).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('trusted-types')).toBe('default');
    for (const name of [
      'connect-src',
      'frame-src',
      'object-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
    ]) {
      expect(policy.get(name), name).toBe("'none'");
    }
    const whole = [...policy.values()].join(' ');
    expect(whole).not.toMatch(/unsafe|https?:|wss?:|\*|blob:|filesystem:/);
  });

  test('has the nonce of its own response, which no other response has', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const answer = await handleProtocolRequest(`${ORIGIN}/index.html`);
      const html = await answer.text();
      const nonce = /'nonce-([\w-]{22})'/.exec(directives(answer).get('style-src') ?? '')?.[1] ?? '';
      expect(html).toBe(`<style nonce="${nonce}"></style><meta nonce="${nonce}">`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test('is served with any query, as in addresses of app routes', async () => {
    expect((await handleProtocolRequest(`${ORIGIN}/index.html?x=1`)).status).toBe(200);
    expect((await handleProtocolRequest(`${ORIGIN}/assets/a-b_C1.js`)).status).toBe(200);
  });
});

describe('nothing else is served:', () => {
  test.each([
    '/',
    '',
    '//index.html',
    '/./',
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/%2E%2E%2fsecret.js',
    '/..%2fsecret.js',
    '/..%5csecret.js',
    '/..\\secret.js',
    '/assets/..%2f..%2fsecret.html',
    '/%252e%252e/secret.js',
    '/index.html%00.js',
    '/index.html%00',
    '/index%2ehtml',
    '/%',
    '/%E0%A4%A',
    '/%C0%AE%C0%AE/secret.js',
    '/index.html/x.js',
    '/folder.js',
    '/.hidden.js',
    '/unknown.exe',
    '/absent.js',
    '/index.html:stream.js',
    `/${'a'.repeat(5000)}.js`,
    '/~/x.js',
    '/C:/x.js',
  ])('%s', async (path) => {
    const answer = await handleProtocolRequest(ORIGIN + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('Not found');
  });

  test.each([
    'app://callboard.example/index.html',
    'app://report/index.html',
    'app://callboard:80/index.html',
    'app://user@callboard/index.html',
    'app://user:word@callboard/index.html',
    'app:///index.html',
    'app:index.html',
    'app://callboard%2eexample/index.html',
  ])('%s', async (address) => {
    const answer = await handleProtocolRequest(address).catch(() => undefined);
    expect(answer?.status ?? 404).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('by %s', async (method) => {
    expect((await handleProtocolRequest(`${ORIGIN}/index.html`, method)).status).toBe(405);
  });
});

test('every response, including errors and reports, has its policy and isolation headers', async () => {
  const report = await withReportPage('<p>', (address) => handleProtocolRequest(address));
  const answers = [
    await handleProtocolRequest(`${ORIGIN}/index.html`),
    await handleProtocolRequest(`${ORIGIN}/assets/a-b_C1.js`),
    await handleProtocolRequest(`${ORIGIN}/absent.js`),
    await handleProtocolRequest(`${ORIGIN}/%`),
    await handleProtocolRequest(`${ORIGIN}/index.html`, 'POST'),
    report,
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 405, 200]);
  for (const answer of answers) {
    expect(directives(answer).get('default-src')).toBe("'none'");
    expect(directives(answer).get('frame-ancestors')).toBe("'none'");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  }
  expect(directives(report).has('script-src')).toBe(false);
  expect(directives(report).has('sandbox')).toBe(true);
});

test('a report is served only while it is printed, at an unguessable address', async () => {
  const addresses: string[] = [];
  for (let i = 0; i < 2; i++) {
    await withReportPage('<p>', async (address) => {
      addresses.push(address);
      expect((await handleProtocolRequest(address)).status).toBe(200);
    });
  }
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses) {
    expect(address).toMatch(/^app:\/\/report\/[0-9a-f-]{36}\.html$/);
    expect((await handleProtocolRequest(address)).status).toBe(404);
  }
});
