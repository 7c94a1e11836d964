import { createHash } from 'node:crypto';
import { escapeHtml } from '../../shared/escape-html.ts';
import { PAGE_STYLE } from './page-style.ts';

/** A redirect to a custom scheme leaves the page open, so it then shows that the answer is on its way. */
const ANSWERED_SCRIPT = `
for (const form of document.querySelectorAll('form[data-answers]')) {
  form.addEventListener('submit', () => document.body.classList.add('sent'));
}
`;

const MARK = `<svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8" fill="#3b5bdb"/><path
d="M10.2 7.5l2.1 3.6-1.5 1.6a9 9 0 0 0 4.5 4.5l1.6-1.5 3.6 2.1c-.3 1.9-1.6 2.9-3.4 2.7-5-.6-9-4.6-9.6-9.6-.2-1.8.8-3.1
2.7-3.4z" fill="#fff"/></svg>`;

/**
 * The headers of every page.
 *
 * @param formTargets sources that a form may redirect to, because Chromium applies form-action to redirects, too.
 */
export function pageHeaders(formTargets: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src '${sourceHash(PAGE_STYLE)}'`,
    `script-src '${sourceHash(ANSWERED_SCRIPT)}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** The headers of a page without a form. */
export const PAGE_HEADERS = pageHeaders([]);

/** Wraps a page's HTML content in the common layout. */
export function pageFrame(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Callboard practice service</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<p class="brand">${MARK}Interview screening<span class="badge">Practice</span></p>
<div class="card">
${content}
</div>
<footer>This is only a simulation: nobody is called, and nothing leaves this computer.</footer>
</main>
<script>${ANSWERED_SCRIPT}</script>
</body>
</html>
`;
}

/** CSP source expression for exactly this inline text (CSP Level 3 §2.3.1). */
function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
