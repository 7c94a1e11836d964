import { escapeHtml } from '../../shared/escape-html.ts';
import { pageFrame } from './page-frame.ts';

export interface Consent {
  readonly token: string;
  readonly appName: string;
  readonly accountName: string;
  /** What the app may do, one sentence each. */
  readonly permissions: readonly string[];
  /** The redirect uses the app's custom scheme, which may not be registered on this computer. */
  readonly appMayNotOpen: boolean;
}

const TICK = `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
stroke-linejoin="round" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;

/** The page that asks the signed-in person to authorise the app. */
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
</form>${consent.appMayNotOpen ? returnAddressForm(app, token) : ''}
</div>
<div class="answered" role="status">
<h1>Your answer is on its way to ${app}</h1>
<p class="soft">If the browser asks, let it open ${app}. Then you can close this page.</p>
</div>`,
  );
}

function returnAddressForm(app: string, token: string): string {
  return `
<form method="post" class="soft other-way">${token}
<span>${app} doesn't open?</span>
<button class="link" name="answer" value="show">Show the return address instead</button>
</form>`;
}
