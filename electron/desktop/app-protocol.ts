import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';

const SCHEME = 'app';

/** Origin of the app's own pages. */
export const APP_ORIGIN = `${SCHEME}://callboard`;

/** The one page. */
export const APP_PAGE = `${APP_ORIGIN}/index.html`;

/** No inline script, no network, nothing from elsewhere; styles may be inline because the interface library sets them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Must run before the app is ready: a scheme of our own instead of file:// (Electron security checklist, point 18). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Reports that are being printed, by their address. A host of their own: they are no page of the app's. */
const reportPages = new Map<string, string>();

/** Nothing but text and its own style: no script, no picture, no way out. */
const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

/** Serves the built interface from `folder`, and nothing outside it, with its policy as a header. */
export function serveApp(folder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const report = reportPages.get(request.url);
    if (report !== undefined) return page(report, 'text/html; charset=utf-8', REPORT_POLICY);
    const url = new URL(request.url);
    const path = join(folder, normalize(decodeURIComponent(url.pathname)));
    const type = MEDIA_TYPES[extname(path)];
    if (url.host !== 'callboard' || !path.startsWith(folder + sep) || type === undefined) return notFound();
    try {
      return page(await readFile(path), type, CONTENT_SECURITY_POLICY);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return notFound();
      throw error;
    }
  });
}

function page(body: string | Buffer<ArrayBuffer>, type: string, policy: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
}
