import { escapeHtml } from '../../shared/escape-html.ts';
import { pageFrame } from './page-frame.ts';

/** The sign-in page, which accepts any name. */
export function signInPage(form: { token: string; name: string; problem?: string }): string {
  const problem =
    form.problem === undefined ? '' : `<p id="problem" role="alert">${escapeHtml(form.problem)}</p>`;
  const described = form.problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return pageFrame(
    'Sign in',
    `<h1>Sign in to the practice service</h1>
<p class="soft">No account and no password are needed. Any name will do.</p>
<form method="post">
<input type="hidden" name="token" value="${escapeHtml(form.token)}">
<label for="name">Your name</label>
<input type="text" id="name" name="name" value="${escapeHtml(form.name)}" maxlength="100" required autocomplete="name"${described}>
${problem}
<div class="buttons"><button class="primary" name="answer" value="sign-in">Sign in</button></div>
</form>`,
  );
}
