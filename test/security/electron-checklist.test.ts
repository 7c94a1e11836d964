/**
 * Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), a test for each of its 20
 * points. What is a matter of the source is held by the rules of `scripts/security/`, each of which is shown to fail in
 * source-rules.test.ts; here they are asked about the real source. What is a matter of what runs is run. Every check
 * made here is also given something broken, and must say so.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { APP_PAGE, registerAppScheme, serveApp } from '../../electron/desktop/app-protocol.ts';
import { guardContents, guardPermissions } from '../../electron/desktop/guards.ts';
import { openFolder, systemBrowser } from '../../electron/desktop/system-browser.ts';
import { appEvents } from '../../preview/electron/app-life.ts';
import { BrowserWindow } from '../../preview/electron/browser-window.ts';
import { setFrameUrl } from '../../preview/electron/main-frame.ts';
import { handleProtocolRequest } from '../../preview/electron/protocol.ts';
import { askPermission, session } from '../../preview/electron/session.ts';
import { shell } from '../../preview/electron/shell.ts';
import { checkSource, checkText, rules, sourceFiles } from '../../scripts/security/check-source.ts';
import { electronSupportEnds } from '../../scripts/security/electron-support.ts';
import { calleeOf, nodesIn, parseProgram } from '../../scripts/security/syntax.ts';
import { connectionInput } from '../../shared/workspace.ts';
import { beginElectron } from './electron-under-preview.ts';

vi.mock('electron', () => import('../../preview/electron/index.ts'));

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const SESSION_HANDLERS = [
  'setPermissionRequestHandler',
  'setPermissionCheckHandler',
  'setDevicePermissionHandler',
  'setDisplayMediaRequestHandler',
  'setBluetoothPairingHandler',
  'setSSLConfig',
] as const;

type Handler = (...given: unknown[]) => unknown;

/** What the app gave Electron to ask, by the name of the call. */
const given = new Map<string, unknown>();
let contents: BrowserWindow['webContents'];

beforeAll(async () => {
  const electron = await beginElectron();
  registerAppScheme();
  // Before the guards, so that what they set is seen.
  appEvents.once('session-created', (made) => {
    for (const name of SESSION_HANDLERS) {
      const set = made[name].bind(made) as Handler;
      vi.spyOn(made, name).mockImplementation((value: unknown) => {
        given.set(name, value);
        set(value);
      });
    }
  });
  appEvents.once('web-contents-created', (_event, made) => {
    vi.spyOn(made, 'setWindowOpenHandler').mockImplementation(
      (value: unknown) => void given.set('setWindowOpenHandler', value),
    );
  });
  guardContents();
  electron.becomeReady();
  guardPermissions();
  serveApp(join(root, 'renderer'), Promise.resolve());
  ({ webContents: contents } = new BrowserWindow({
    show: false,
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true },
  }));
});

function handlerOf(name: string): Handler {
  const value = given.get(name);
  if (typeof value !== 'function') throw new Error(`The app gave no ${name}.`);
  return (...args) => Reflect.apply(value, undefined, args);
}

/** Of the real source. */
const allBreaches = checkSource();

/** What the real source breaks of the rules for a point; at least one rule must hold the point up. */
function breachesOf(point: number): string[] {
  const held = rules.filter(({ points }) => points.includes(point)).map(({ id }) => id);
  if (held.length === 0) throw new Error(`No rule holds up point ${point}.`);
  return allBreaches.filter(({ rule }) => held.includes(rule)).map(({ place, says }) => `${place} ${says}`);
}

/** An event of Electron's, and whether it was prevented. */
function prevented(emit: (event: Electron.Event) => void): boolean {
  let defaultPrevented = false;
  emit({
    defaultPrevented,
    preventDefault: () => {
      defaultPrevented = true;
    },
  });
  return defaultPrevented;
}

/** Windows that the source makes: so that rules about them are about something. */
const windowsMade = sourceFiles()
  .filter((path) => path.startsWith('electron/'))
  .flatMap((path) => nodesIn(parseProgram(path, read(path))))
  .filter((node) => node.type === 'NewExpression' && calleeOf(node) === 'BrowserWindow').length;

test('the rules for each point are heard: one of them, asked about a source that breaks it, says so', () => {
  expect(checkText('electron/x.ts', "window.loadURL('http://x');")).toMatchObject([{ rule: 'one-scheme' }]);
  expect(rules.find(({ id }) => id === 'one-scheme')?.points).toEqual([1, 18]);
});

test('1. only secure content is loaded', async () => {
  expect(breachesOf(1)).toEqual([]);
  const insecure = (policy: string): boolean => /\b(?:https?|wss?|ftp|blob|filesystem):|\*/.test(policy);
  expect(
    insecure((await handleProtocolRequest(APP_PAGE)).headers.get('content-security-policy') ?? '*'),
  ).toBe(false);
  expect(insecure("default-src 'self' http:")).toBe(true);
  const connection = {
    baseUrl: 'https://api.example.com',
    authUrl: 'https://sign-in.example.com',
    clientId: 'c',
    redirectUri: 'app.callboard:/oauth/callback',
  };
  expect(connectionInput.safeParse(connection).success).toBe(true);
  for (const address of ['http://api.example.com', 'ftp://api.example.com', 'http://127.0.0.1.example.com']) {
    expect(connectionInput.safeParse({ ...connection, baseUrl: address }).success, address).toBe(false);
    expect(connectionInput.safeParse({ ...connection, authUrl: address }).success, address).toBe(false);
  }
});

describe('2, 3, 4, 6. every window is without Node, isolated, sandboxed, and keeps web security', () => {
  test.each([2, 3, 4, 6])('point %i', (point) => {
    expect(windowsMade).toBe(2);
    expect(breachesOf(point)).toEqual([]);
  });

  test('4. the sandbox is asked for before the app is ready, for every process there will be', () => {
    const main = read('electron/main.ts');
    expect(isBefore(main, 'sandboxPages()', '.whenReady()')).toBe(true);
    expect(isBefore('app.whenReady(); sandboxPages()', 'sandboxPages()', '.whenReady()')).toBe(false);
  });
});

describe('5. no permission is given but to copy text, and that to our own page alone', () => {
  const types = read('node_modules/electron/electron.d.ts');
  const PERMISSIONS = new Set(
    [
      ...types.matchAll(
        /setPermission(?:Check|Request)Handler\(handler: .*?permission: ((?:'[\w-]+'(?: \| )?)+)/g,
      ),
    ]
      .flatMap(([, names = '']) => names.split(' | '))
      .map((name) => name.replaceAll("'", '')),
  );
  const OWN = { requestingUrl: `${APP_PAGE}#/requests`, isMainFrame: true };

  const asks = (handler: Handler, permission: string, details: object): boolean => {
    let answer = false;
    handler(contents, permission, (granted: boolean) => (answer = granted), details);
    return answer;
  };
  const grantedBy = (handler: Handler, details: object): string[] =>
    [...PERMISSIONS].filter((permission) => asks(handler, permission, details));
  const checkedBy = (handler: Handler, origin: string, isMainFrame: boolean): string[] =>
    [...PERMISSIONS].filter(
      (permission) => handler(contents, permission, origin, { isMainFrame, requestingUrl: origin }) === true,
    );

  test('every name that Electron has is asked about', () => {
    expect(PERMISSIONS.size).toBeGreaterThan(40);
    expect(PERMISSIONS).toContain('display-capture');
    expect(PERMISSIONS).toContain('local-network-access');
  });

  test('by request', () => {
    const handler = handlerOf('setPermissionRequestHandler');
    expect(grantedBy(handler, OWN)).toEqual(['clipboard-sanitized-write']);
    for (const requestingUrl of OTHER_ORIGINS)
      expect(grantedBy(handler, { ...OWN, requestingUrl })).toEqual([]);
    expect(grantedBy(handler, { ...OWN, isMainFrame: false })).toEqual([]);
    const broken: Handler = (_contents, _permission, decide) => (decide as (granted: boolean) => void)(true);
    expect(grantedBy(broken, OWN).length).toBe(PERMISSIONS.size);
  });

  test('by check', () => {
    const handler = handlerOf('setPermissionCheckHandler');
    expect(checkedBy(handler, 'app://callboard/', true)).toEqual(['clipboard-sanitized-write']);
    expect(checkedBy(handler, 'app://callboard', true)).toEqual(['clipboard-sanitized-write']);
    for (const origin of OTHER_ORIGINS) expect(checkedBy(handler, origin, true)).toEqual([]);
    expect(checkedBy(handler, 'app://callboard', false)).toEqual([]);
    expect(checkedBy(() => true, 'app://callboard', true).length).toBe(PERMISSIONS.size);
  });

  test('asked as a page asks through the preview, with the origin that Electron gives', async () => {
    const allowedAt = async (url: string, handler: 'check' | 'request', of = contents): Promise<string[]> => {
      setFrameUrl(contents.mainFrame, url);
      const answers = [...PERMISSIONS].map((permission) => askPermission(of, { handler, permission }));
      const granted = await Promise.all(answers);
      return [...PERMISSIONS].filter((_permission, at) => granted[at]);
    };
    for (const handler of ['check', 'request'] as const) {
      expect(await allowedAt(OWN.requestingUrl, handler)).toEqual(['clipboard-sanitized-write']);
      for (const url of OTHER_ORIGINS) expect(await allowedAt(url, handler)).toEqual([]);
      const unguarded = Object.create(contents, { session: { value: {} } });
      expect((await allowedAt(OWN.requestingUrl, handler, unguarded)).length).toBe(PERMISSIONS.size);
    }
  });

  test('no device, no screen, no pairing, no download, no certificate of the person', () => {
    expect(handlerOf('setDevicePermissionHandler')({ deviceType: 'hid', origin: 'app://callboard' })).toBe(
      false,
    );
    const answers: unknown[] = [];
    const answer = (value?: unknown): void => void answers.push(value);
    handlerOf('setDisplayMediaRequestHandler')({}, answer);
    expect(answers.splice(0)).toEqual([null]);
    handlerOf('setBluetoothPairingHandler')({}, answer);
    expect(answers.splice(0)).toEqual([{ confirmed: false }]);
    const guarded = session.defaultSession;
    expect(prevented((event) => guarded.emit('select-hid-device', event, {}, answer))).toBe(true);
    expect(prevented((event) => guarded.emit('select-usb-device', event, {}, answer))).toBe(true);
    expect(prevented((event) => guarded.emit('select-serial-port', event, [], contents, answer))).toBe(true);
    expect(prevented((event) => contents.emit('select-bluetooth-device', event, [], answer))).toBe(true);
    expect(prevented((event) => guarded.emit('will-download', event, {}, contents))).toBe(true);
    expect(
      prevented((event) => appEvents.emit('select-client-certificate', event, contents, 'x', [], answer)),
    ).toBe(true);
    expect(answers).toEqual([null, undefined, '', '', undefined]);
    guarded.emit('file-system-access-restricted', {}, {}, answer);
    expect(answers.at(-1)).toBe('deny');
    // An event that nobody prevents is seen as such.
    expect(prevented((event) => guarded.emit('nobody-listens', event))).toBe(false);
  });

  test('sessions that come later are guarded too, and connections are at least TLS 1.2', () => {
    expect(prevented((event) => session.fromPartition('later').emit('will-download', event))).toBe(true);
    expect(given.get('setSSLConfig')).toEqual({ minVersion: 'tls1.2' });
  });
});

test('7. a policy without inline script comes with every page, as a header', async () => {
  const scriptSource = (policy: string | null): string | undefined =>
    /script-src ([^;]*)/.exec(policy ?? '')?.[1];
  const answer = await handleProtocolRequest(APP_PAGE);
  expect(scriptSource(answer.headers.get('content-security-policy'))).toBe("'self'");
  expect(scriptSource("script-src 'self' 'unsafe-inline'; x")).not.toBe("'self'");
  expect(breachesOf(7)).toEqual([]);
  for (const path of globSync('{renderer,out/renderer}/**/*.html', { cwd: root })) {
    expect(inlineScripts(read(path)), path).toEqual([]);
  }
  expect(inlineScripts('<script>run()</script>')).not.toEqual([]);
  expect(inlineScripts('<script src="a.js"></script><p onclick="run()">')).not.toEqual([]);
});

describe('8, 9, 10, 11, 12. nothing turns on insecure content, experiments, Blink features or <webview>', () => {
  test.each([8, 9, 10, 11, 12])('point %i', (point) => {
    expect(breachesOf(point)).toEqual([]);
  });

  test('12. a <webview> is not attached, should one come to be', () => {
    expect(prevented((event) => contents.emit('will-attach-webview', event, {}, {}))).toBe(true);
  });
});

describe('13. navigation', () => {
  const navigates = (url: string): boolean =>
    !prevented((event) => contents.emit('will-navigate', { ...event, url }));
  const frameNavigates = (url: string, isMainFrame: boolean): boolean =>
    !prevented((event) => contents.emit('will-frame-navigate', { ...event, url, isMainFrame }));

  test('leads nowhere but to the one page', () => {
    expect(navigates(APP_PAGE)).toBe(true);
    expect(navigates(`${APP_PAGE}#/requests/1`)).toBe(true);
    for (const url of [...OTHER_ORIGINS, 'app://callboard/assets/index.js']) {
      expect(navigates(url), url).toBe(false);
      expect(frameNavigates(url, true), url).toBe(false);
    }
    expect(frameNavigates(APP_PAGE, true)).toBe(true);
  });

  test('of frames and by redirect is not there at all', () => {
    expect(frameNavigates(APP_PAGE, false)).toBe(false);
    expect(prevented((event) => contents.emit('will-redirect', { ...event, url: APP_PAGE }))).toBe(true);
    expect(breachesOf(13)).toEqual([]);
  });
});

test('14. no page opens a window', () => {
  const open = handlerOf('setWindowOpenHandler');
  for (const url of [APP_PAGE, 'about:blank', ...OTHER_ORIGINS])
    expect(open({ url })).toEqual({ action: 'deny' });
  expect(breachesOf(14)).toEqual([]);
});

describe('15. the operating system is given https addresses, and this computer itself by http, and nothing else', () => {
  test.each([
    'file:///etc/passwd',
    'FILE:///c:/windows/system32/calc.exe',
    'smb://server/share',
    '\\\\server\\share\\x.exe',
    '//server/share',
    'ms-msdt:/id',
    'ms-settings:',
    'search-ms:query=x',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'app.callboard:/new',
    'mailto:x@example.com',
    'tel:+12025550143',
    'ssh://example.com',
    'http://example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ht\ntp://example.com',
    'C:\\Windows\\System32\\calc.exe',
    '/usr/bin/xcalc',
    '',
    '-a',
    'https://',
  ])('%j is refused', async (address) => {
    const opened = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    await expect(systemBrowser.open(address)).rejects.toThrow('Callboard opens only https addresses.');
    expect(opened).not.toHaveBeenCalled();
  });

  test.each([
    ['https://example.com/a b"c', 'https://example.com/a%20b%22c'],
    ['HTTPS://EXAMPLE.com', 'https://example.com/'],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
  ])('%j goes as %j', async (address, as) => {
    const opened = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    await systemBrowser.open(address);
    expect(opened.mock.calls).toEqual([[as]]);
  });

  test('and of paths only a folder, which starts nothing', async () => {
    const opened = vi.spyOn(shell, 'openPath').mockResolvedValue('');
    await openFolder(root);
    expect(opened.mock.calls).toEqual([[root]]);
    await expect(openFolder(join(root, 'package.json'))).rejects.toThrow('Callboard opens only folders.');
    await expect(openFolder(join(root, 'absent'))).rejects.toThrow('ENOENT');
    expect(opened).toHaveBeenCalledOnce();
  });

  test('by one place alone', () => {
    expect(breachesOf(15)).toEqual([]);
  });
});

describe('16. Electron is one exact version that is still supported', () => {
  const manifest: { devDependencies: Record<string, string> } = JSON.parse(read('package.json'));
  const wanted = manifest.devDependencies['electron'] ?? '';

  test('the one that is installed', () => {
    expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
    expect(JSON.parse(read('node_modules/electron/package.json'))).toMatchObject({ version: wanted });
    expect(JSON.parse(read('package-lock.json')).packages['node_modules/electron'].version).toBe(wanted);
  });

  test('at the day of the last version of the app, and of the last look at this', () => {
    const looked = Date.UTC(2026, 10, 21);
    const dated = [...read('CHANGELOG.md').matchAll(/^## \S+.*?(\d{4}-\d{2}-\d{2})/gm)].map(([, day = '']) =>
      Date.parse(day),
    );
    const supportedAt = (major: number): boolean => Math.max(looked, ...dated) < electronSupportEnds(major);
    expect(supportedAt(Number(wanted.split('.')[0]))).toBe(true);
    expect(supportedAt(42)).toBe(false);
  });
});

test('17. who calls is checked for every channel, in one place', () => {
  expect(breachesOf(17)).toEqual([]);
  const register = parseProgram('register-calls.ts', read('electron/ipc/register-calls.ts'));
  const handled = nodesIn(register).filter((node) => calleeOf(node) === 'handle');
  expect(handled.length).toBe(1);
  // What happens to calls of others is in ipc-senders.test.ts.
});

test('18. pages come by a scheme of the app, never by file://', async () => {
  expect(breachesOf(18)).toEqual([]);
  expect(APP_PAGE).toMatch(/^app:\/\//);
  const fromFiles = sourceFiles()
    .filter((path) => /^(?:electron|renderer)\//.test(path))
    .filter((path) => /loadURL\([^)]*file:/.test(read(path)));
  expect(fromFiles).toEqual([]);
  expect(checkText('electron/x.ts', "window.loadURL('file:///x');")).not.toEqual([]);
});

describe('19. the fuses', () => {
  const WANTED: Readonly<Record<string, boolean>> = {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  };

  /** Fuses that do not stand as they should in a configuration of electron-builder. */
  const wrongIn = (configuration: string): string[] => {
    const [, block = ''] = /^electronFuses:\n((?:[ \t]+.*\n|\s*#.*\n)+)/m.exec(configuration) ?? [];
    const set = new Map(
      [...block.matchAll(/^\s+(\w+):\s*(true|false)\b/gm)].map(([, name, value]) => [name, value]),
    );
    return Object.keys(WANTED).filter((name) => set.get(name) !== String(WANTED[name]));
  };

  test('stand as they must in what is packed', () => {
    const configuration = read('electron-builder.yml');
    expect(wrongIn(configuration)).toEqual([]);
    expect(wrongIn('appId: x\n')).toEqual(Object.keys(WANTED));
    for (const name of Object.keys(WANTED)) {
      const line = new RegExp(`(${name}: )(true|false)`);
      const flipped = configuration.replace(
        line,
        (_, start: string, value) => start + String(value !== 'true'),
      );
      expect(wrongIn(flipped)).toEqual([name]);
    }
    expect(/^asar: true$/m.test(configuration)).toBe(true);
    expect(/^disableAsarIntegrity:\s*true/m.test(configuration)).toBe(false);
  });
});

test('20. a page is given no object of Electron', () => {
  // What the preload script really exposes is in preload.test.ts.
  expect(breachesOf(20)).toEqual([]);
});

const OTHER_ORIGINS = [
  'https://example.com/',
  'http://127.0.0.1:1/',
  'file:///index.html',
  'app://callboard.example/index.html',
  'app://callboard@example/index.html',
  'app://report/index.html',
  'app:callboard',
  'APP://callboard:1/index.html',
  'app.callboard:/new',
  'data:text/html,x',
  'javascript:x',
  'about:blank',
  'blob:app://callboard/x',
  'null',
  '',
  'app://call\u0430board/index.html',
];

function isBefore(text: string, first: string, then: string): boolean {
  const at = text.indexOf(first);
  return at >= 0 && at < text.indexOf(then);
}

/** Scripts without an address of their own files, and handlers written into a page. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc="\.\/)[^>]*>|\son\w+\s*=|javascript:/gi)].map(
    ([found]) => found,
  );
}
