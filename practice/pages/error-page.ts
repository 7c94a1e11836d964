import { escapeHtml } from '../../shared/escape-html.ts';
import { pageFrame } from './page-frame.ts';

/** The page for a sign-in that can't continue. */
export function errorPage(code: string, description: string | undefined): string {
  const detail = description === undefined ? '' : `<p class="soft">${escapeHtml(description)}</p>`;
  return pageFrame(
    'Sign-in stopped',
    `<h1>This sign-in can't continue</h1>
<p>Start again from the app. If this page comes back, check the connection settings there.</p>
${detail}
<p class="soft">Error: <code>${escapeHtml(code)}</code></p>`,
  );
}
