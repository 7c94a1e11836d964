import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';

const SCHEME = 'app';
const HOST = 'callboard';

/** Origin of the app's own pages. */
export const APP_ORIGIN = `${SCHEME}://${HOST}`;

const PAGE_FILE = 'index.html';

/** The one page. */
export const APP_PAGE = `${APP_ORIGIN}/${PAGE_FILE}`;

/** What the built page holds where the nonce of its own style goes (`html.cspNonce` in vite.renderer.config.ts). */
const NONCE_PLACE = '__STYLE_NONCE__';

/**
 * No inline script, no network, nothing from elsewhere. Style comes from files, or bears the nonce of this one answer;
 * text never becomes markup or a script's address, except by the page's one policy (renderer/theme/trusted-types.ts).
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "frame-src 'none'",
    "manifest-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Nothing but text and its own style: no script, no picture, no way out. */
const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Nothing at all: for what is no page. */
const EMPTY_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * On every answer, errors included. Pages may ask the browser for nothing but to copy text. No policy of openers: no page of
 * ours opens another or is opened by one (guards.ts), and it has the window's page start in another process than the one that
 * is there for it, which takes a tenth of a start.
 */
const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'permissions-policy':
    'camera=(), microphone=(), display-capture=(), geolocation=(), usb=(), serial=(), hid=(), midi=(), payment=(), local-fonts=(), clipboard-read=(), clipboard-write=(self)',
};

const PAGE_TYPE = 'text/html; charset=utf-8';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': PAGE_TYPE,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
};

/**
 * What a built file is called. Addresses are compared as they are written and never decoded: what needs an encoding
 * (`%2e%2e`, `%5c`, `%00`), or begins with a dot, is none of ours.
 */
const FILE_ADDRESS = /^(?:\/\w[\w.-]*)+$/;

/** Must run before the app is ready: a scheme of our own instead of file:// (Electron security checklist, point 18). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Reports that are being printed, by their address. A host of their own: they are no page of the app's. */
const reportPages = new Map<string, string>();

/** Gives a report an address that nobody can guess, for as long as `run` takes. */
export async function withReportPage<T>(html: string, run: (address: string) => Promise<T>): Promise<T> {
  const address = `${SCHEME}://report/${randomUUID()}.html`;
  reportPages.set(address, html);
  try {
    return await run(address);
  } finally {
    reportPages.delete(address);
  }
}

/**
 * Serves the built interface from `folder`, and nothing outside it, with its policy as a header. The page itself is there
 * at once; what it needs to run waits until its calls are answered.
 */
export function serveApp(folder: string, answering: Promise<void>): void {
  const page = readFileSync(join(folder, PAGE_FILE), 'utf8');
  protocol.handle(SCHEME, async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer('Only reading is possible', 'text/plain', EMPTY_POLICY, 405);
    }
    const report = reportPages.get(request.url);
    if (report !== undefined) return answer(report, 'text/html; charset=utf-8', REPORT_POLICY);
    if (request.url === APP_PAGE) return pageAnswer(page);
    await answering;
    const file = fileAddress(request.url);
    const type = MEDIA_TYPES[extname(file ?? '')];
    const content = file === undefined || type === undefined ? undefined : await read(join(folder, file));
    if (content === undefined || type === undefined) {
      return answer('Not found', 'text/plain', EMPTY_POLICY, 404);
    }
    return type === PAGE_TYPE
      ? pageAnswer(content.toString())
      : answer(content, type, pagePolicy(newNonce()));
  });
}

function pageAnswer(html: string): Response {
  const nonce = newNonce();
  return answer(html.replaceAll(NONCE_PLACE, nonce), PAGE_TYPE, pagePolicy(nonce));
}

function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** The path of a file of ours; undefined for every address that is not exactly one. */
function fileAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.host !== HOST || url.username !== '' || url.password !== '') return undefined;
  return FILE_ADDRESS.test(url.pathname) ? url.pathname : undefined;
}

const NO_FILE = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

async function read(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_FILE.has(error.code)) return undefined;
    throw error;
  }
}

function answer(body: string | Buffer<ArrayBuffer>, type: string, policy: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: { ...SAFETY_HEADERS, 'content-type': type, 'content-security-policy': policy },
  });
}
