import { createHash, randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import {
  type PracticeService,
  type PracticeServiceOptions,
  startPracticeService,
} from '../../../practice/practice-service.ts';
import { CREATE_INTERVIEW_REQUEST_PATH, interviewRequestPath } from '../../../shared/service-interface.ts';
import { CookieBrowser, type Visit } from './cookie-browser.ts';

/** Starts a service that is closed after the test. */
export async function practice(options: PracticeServiceOptions = {}): Promise<PracticeService> {
  const service = await startPracticeService(options);
  onTestFinished(() => service.close());
  return service;
}

/** The app's custom-scheme redirect address. */
export const APP_REDIRECT = 'app.callboard:/oauth/callback';

/** A body the service accepts. */
export const GOOD_BODY = {
  resume_url: 'https://files.example.com/resume.pdf',
  job_description_id: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  candidate: { name: 'Ada Lovelace', phone_number: '+1 (555) 010-0100' },
  questionnaire_template_id: 'general-v1',
};

/** A new PKCE pair (RFC 7636 §4). */
export function pkcePair(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The authorization URL (docs/service.md, Sign-in, step 1); undefined removes a parameter. */
export function authorizeUrl(
  service: PracticeService,
  changes: Record<string, string | undefined> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: service.clientId,
    redirect_uri: APP_REDIRECT,
    scope: 'read write',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value);
  }
  return `${service.authUrl}/oauth2/authorize?${query}`;
}

/** Signs in and answers the consent page; returns the final redirect. */
export async function signInByBrowser(
  address: string,
  answer: 'allow' | 'deny' | 'show' = 'allow',
): Promise<Visit> {
  const browser = new CookieBrowser(new URL(address).origin);
  const signInPage = await browser.open(address);
  const consentPage = await browser.submit(signInPage, 'sign-in', { name: 'Practice recruiter' });
  return await browser.submit(consentPage, answer);
}

/** The parameters of the redirect that ended a sign-in. */
export function returnedParameters(visit: Visit): URLSearchParams {
  return new URL(visit.headers.get('location') ?? '').searchParams;
}

/** Gets an authorization code through a complete sign-in. */
export async function getCode(
  service: PracticeService,
  changes: Record<string, string | undefined> = {},
): Promise<string> {
  const visit = await signInByBrowser(authorizeUrl(service, changes));
  return returnedParameters(visit).get('code') ?? '';
}

/** Response of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Record<string, string | number | undefined>;
}

/** Calls the token endpoint (docs/service.md, Sign-in, step 2); undefined removes a field. */
export async function postToken(
  service: PracticeService,
  fields: Record<string, string | undefined>,
): Promise<TokenAnswer> {
  const form = new URLSearchParams();
  const all = { client_id: service.clientId, client_secret: service.clientSecret, ...fields };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) form.set(name, value);
  }
  const response = await fetch(`${service.authUrl}/oauth2/token`, { method: 'POST', body: form });
  return { status: response.status, body: await response.json() };
}

/** Redeems a code. */
export function redeem(
  service: PracticeService,
  code: string,
  changes: Record<string, string | undefined> = {},
): Promise<TokenAnswer> {
  return postToken(service, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: APP_REDIRECT,
    ...changes,
  });
}

/** Redeems a refresh token. */
export function refresh(service: PracticeService, token: string): Promise<TokenAnswer> {
  return postToken(service, { grant_type: 'refresh_token', refresh_token: token });
}

/** Tokens of one sign-in. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Signs in and redeems the code. */
export async function signIn(
  service: PracticeService,
  changes: Record<string, string | undefined> = {},
): Promise<Tokens> {
  const { body } = await redeem(service, await getCode(service, changes));
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}

/** Calls create with any body. */
export function create(
  service: PracticeService,
  access: string,
  body: unknown = GOOD_BODY,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${service.baseUrl}${CREATE_INTERVIEW_REQUEST_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Creates a request that must be accepted; returns its id. */
export async function createdId(
  service: PracticeService,
  access: string,
  body: unknown = GOOD_BODY,
): Promise<string> {
  const response = await create(service, access, body);
  const answer: { request_id: string } = await response.json();
  return answer.request_id;
}

/** Reads a request's status. */
export function read(service: PracticeService, access: string, requestId: string): Promise<Response> {
  return fetch(`${service.baseUrl}${interviewRequestPath(requestId)}`, {
    headers: { authorization: `Bearer ${access}` },
  });
}
