import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import { errorCode } from '../network/system-error.ts';

const SCHEME = 'app';
const HOST = 'callboard';

/** Origin of the app's own pages. */
export const APP_ORIGIN = `${SCHEME}://${HOST}`;

const PAGE_FILE = 'index.html';

export const APP_PAGE = `${APP_ORIGIN}/${PAGE_FILE}`;

/** The built page's placeholder for its style nonce (`html.cspNonce` in vite.renderer.config.ts). */
const NONCE_PLACEHOLDER = '__STYLE_NONCE__';

/**
 * No inline script, no network, no other origin. Styles come from files or carry this response's nonce; strings become
 * markup or script URLs only through the page's Trusted Types policy (renderer/theme/trusted-types.ts).
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

/** Text and inline style only: no scripts, no images, no navigation. */
const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** For responses that are not pages. */
const EMPTY_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sent with every response, errors included. The only permission pages get is to copy text. There is no
 * Cross-Origin-Opener-Policy: our pages neither open others nor are opened (guards.ts), and it would make Chromium switch
 * processes when the window's page loads, a tenth of the start-up time.
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
 * The path of a built file. Paths are matched undecoded, so encoded characters (`%2e%2e`, `%5c`, `%00`) and names that
 * begin with a dot are refused.
 */
const FILE_ADDRESS = /^(?:\/\w[\w.-]*)+$/;

/** Call before the app is ready. A custom scheme replaces file:// (Electron security checklist, point 18). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Reports being printed, by URL. They have their own host, so that they don't share the app's origin. */
const reportPages = new Map<string, string>();

/** Serves a report at an unguessable URL while `run` runs. */
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
 * Serves the built interface from `folder`, and nothing outside it, with its CSP as a header. The page itself is served
 * immediately; its scripts and styles wait until `answering` resolves, when IPC calls have handlers.
 */
export function serveApp(folder: string, answering: Promise<void>): void {
  const page = readFileSync(join(folder, PAGE_FILE), 'utf8');
  protocol.handle(SCHEME, async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer('Method not allowed', 'text/plain', EMPTY_POLICY, 405);
    }
    const report = reportPages.get(request.url);
    if (report !== undefined) return answer(report, PAGE_TYPE, REPORT_POLICY);
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
  return answer(html.replaceAll(NONCE_PLACEHOLDER, nonce), PAGE_TYPE, pagePolicy(nonce));
}

function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** The path of one of the app's files; undefined for any other URL. */
function fileAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.host !== HOST || url.username !== '' || url.password !== '') return undefined;
  return FILE_ADDRESS.test(url.pathname) ? url.pathname : undefined;
}

const NO_FILE = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

async function read(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (NO_FILE.has(errorCode(error))) return undefined;
    throw error;
  }
}

function answer(body: string | Buffer<ArrayBuffer>, type: string, policy: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: { ...SAFETY_HEADERS, 'content-type': type, 'content-security-policy': policy },
  });
}
