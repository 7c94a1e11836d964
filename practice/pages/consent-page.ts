import { escapeHtml } from './escape-html.ts';
import { pageFrame } from './page-frame.ts';

/** What the consent page shows. */
export interface Consent {
  readonly token: string;
  readonly appName: string;
  readonly accountName: string;
  /** What the app may do, a sentence each. */
  readonly permissions: readonly string[];
  /** The answer goes to a scheme of the app's own, which this computer may not know. */
  readonly appMayNotOpen: boolean;
}

const TICK = `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
stroke-linejoin="round" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;

/** The page that asks whether the app may act for the person who signed in. */
export function consentPage(consent: Consent): string {
  const app = escapeHtml(consent.appName);
  const token = `<input type="hidden" name="token" value="${escapeHtml(consent.token)}">`;
  const permissions = consent.permissions.map((words) => `<li>${TICK}<span>${escapeHtml(words)}</span></li>`);
  return pageFrame(
    `Allow ${consent.appName}`,
    `<div class="asking">
<h1>Allow ${app} to use the practice service?</h1>
<form method="post" class="account soft">${token}
<span>Signed in as <strong>${escapeHtml(consent.accountName)}</strong></span>
<button class="link" name="answer" value="switch">Use another name</button>
</form>
<ul aria-label="${app} will be able to">
${permissions.join('\n')}
</ul>
<form method="post" data-answers>${token}
<div class="buttons">
<button class="secondary" name="answer" value="deny">Deny</button>
<button class="primary" name="answer" value="allow">Allow</button>
</div>
</form>${consent.appMayNotOpen ? otherWay(app, token) : ''}
</div>
<div class="answered" role="status">
<h1>Your answer is on its way to ${app}</h1>
<p class="soft">If the browser asks, let it open ${app}. You can close this page then.</p>
</div>`,
  );
}

function otherWay(app: string, token: string): string {
  return `
<form method="post" class="soft other-way">${token}
<span>${app} does not open by itself?</span>
<button class="link" name="answer" value="show">Show the return address instead</button>
</form>`;
}
