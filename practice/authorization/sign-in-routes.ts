import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { consentPage } from '../pages/consent-page.ts';
import { errorPage } from '../pages/error-page.ts';
import { PAGE_HEADERS, pageHeaders } from '../pages/page-frame.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { SCOPES } from './authorization-server.ts';
import { readForm } from './read-form.ts';
import { ShownReturnAddresses } from './shown-return-address.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const SUGGESTED_NAME = 'Practice recruiter';
const NAME_LIMIT = 100;

/** The sign-in and consent pages and their forms. */
export class SignInRoutes {
  readonly #provider: Provider;
  readonly #key = randomBytes(32);
  readonly #shown = new ShownReturnAddresses();

  constructor(provider: Provider) {
    this.#provider = provider;
    this.#shown.installOn(provider);
  }

  /** Handles requests to `/oauth2/interaction/:uid`. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interaction = await this.#interactionOf(request, response);
    if (interaction === undefined) {
      sendPage(
        response,
        400,
        errorPage('session_not_found', 'This sign-in has ended or belongs to another browser.'),
      );
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      this.#show(response, interaction);
    } else if (request.method === 'POST') {
      await this.#answer(request, response, interaction);
    } else {
      response.setHeader('allow', 'GET, HEAD, POST');
      sendPage(response, 405, errorPage('method_not_allowed', undefined));
    }
  }

  async #interactionOf(request: IncomingMessage, response: ServerResponse): Promise<Interaction | undefined> {
    try {
      const interaction = await this.#provider.interactionDetails(request, response);
      const path = new URL(request.url ?? '/', this.#provider.issuer).pathname;
      return path.endsWith(`/${interaction.uid}`) ? interaction : undefined;
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    }
  }

  #show(response: ServerResponse, interaction: Interaction, problem?: string): void {
    const token = this.#formToken(interaction);
    const page =
      interaction.prompt.name === 'login'
        ? signInPage({ token, name: SUGGESTED_NAME, ...(problem === undefined ? {} : { problem }) })
        : consentPage({
            token,
            appName: 'Callboard',
            accountName: interaction.session?.accountId ?? '',
            appMayNotOpen: !/^https?:/.test(String(interaction.params['redirect_uri'])),
            permissions: requestedScopes(interaction).map((scope) => SCOPES[scope]),
          });
    sendPage(response, problem === undefined ? 200 : 422, page, redirectSource(interaction));
  }

  async #answer(request: IncomingMessage, response: ServerResponse, interaction: Interaction): Promise<void> {
    const form = await readForm(request);
    if (form === undefined || !this.#isFromOurPage(request, interaction, form)) {
      sendPage(response, 403, errorPage('forbidden', 'The form was not sent from this sign-in page.'));
      return;
    }
    const answer = `${interaction.prompt.name}:${form.get('answer')}`;
    switch (answer) {
      case 'login:sign-in':
        return await this.#signIn(request, response, interaction, form.get('name') ?? '');
      case 'consent:switch':
        return await this.#switchAccount(response, interaction);
      case 'consent:allow':
        return await this.#allow(request, response, interaction);
      case 'consent:show':
        this.#shown.add(interaction.uid);
        return await this.#allow(request, response, interaction);
      case 'consent:deny': {
        const denial = {
          error: 'access_denied',
          error_description: 'The request was denied on the consent page.',
        };
        return await this.#provider.interactionFinished(request, response, denial);
      }
      default:
        sendPage(response, 400, errorPage('invalid_request', 'The form contains no valid answer.'));
    }
  }

  async #signIn(request: IncomingMessage, response: ServerResponse, interaction: Interaction, typed: string) {
    const name = typed.trim();
    if (name === '' || name.length > NAME_LIMIT) {
      this.#show(response, interaction, 'Enter a name of 1 to 100 characters.');
      return;
    }
    await this.#provider.interactionFinished(request, response, {
      login: { accountId: name, remember: false },
    });
  }

  async #allow(request: IncomingMessage, response: ServerResponse, interaction: Interaction) {
    const grant = new this.#provider.Grant({
      accountId: interaction.session?.accountId,
      clientId: String(interaction.params['client_id']),
    });
    grant.addOIDCScope(requestedScopes(interaction));
    const grantId = await grant.save();
    await this.#provider.interactionFinished(request, response, { consent: { grantId } });
  }

  /** Signs the person out and restarts the same authorization request. */
  async #switchAccount(response: ServerResponse, interaction: Interaction): Promise<void> {
    const session = await this.#provider.Session.findByUid(interaction.session?.uid ?? '');
    await session?.destroy();
    await interaction.destroy();
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(interaction.params)) {
      if (typeof value === 'string') query.set(name, value);
    }
    response.writeHead(303, { location: `/oauth2/authorize?${query}`, 'cache-control': 'no-store' }).end();
  }

  /** CSRF token that ties a form to its interaction. */
  #formToken(interaction: Interaction): string {
    return createHmac('sha256', this.#key).update(interaction.uid).digest('base64url');
  }

  #isFromOurPage(request: IncomingMessage, interaction: Interaction, form: URLSearchParams): boolean {
    const site = request.headers['sec-fetch-site'];
    const sent = Buffer.from(form.get('token') ?? '');
    const expected = Buffer.from(this.#formToken(interaction));
    const sameSite = site === undefined || site === 'same-origin';
    return sameSite && sent.length === expected.length && timingSafeEqual(sent, expected);
  }
}

/** The requested scopes that this service knows. */
function requestedScopes(interaction: Interaction): (keyof typeof SCOPES)[] {
  const requested = String(interaction.params['scope'] ?? '').split(' ');
  return requested.filter((scope) => scope === 'read' || scope === 'write');
}

/** CSP source expression for the redirect target: its origin, or its scheme if it has no origin. */
function redirectSource(interaction: Interaction): string[] {
  const address = URL.parse(String(interaction.params['redirect_uri']));
  if (address === null) return [];
  return [address.origin === 'null' ? address.protocol : address.origin];
}

function sendPage(
  response: ServerResponse,
  status: number,
  page: string,
  formTargets?: readonly string[],
): void {
  const headers = formTargets === undefined ? PAGE_HEADERS : pageHeaders(formTargets);
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
  });
  response.end(page);
}
