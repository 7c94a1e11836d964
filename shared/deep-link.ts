/**
 * Links that other programs open Callboard with. Anyone can write one, on any web page: whatever is not exactly one
 * of the known shapes is refused, and none of them does more than show something.
 */
import { CUSTOM_SCHEME, CUSTOM_SCHEME_REDIRECT } from './custom-scheme.ts';

/** The longest link that is read, characters. Only the answer that a sign-in waits for may be longer. */
export const LONGEST_LINK = 2048;

/** The values a link can carry, by the name of its parameter: the field, and the most characters it takes. */
const PARAMETERS = {
  name: { field: 'candidateName', most: 200 },
  phone: { field: 'phoneNumber', most: 60 },
  resume: { field: 'resumeUrl', most: 2000 },
  job: { field: 'jobDescriptionId', most: 200 },
  questionnaire: { field: 'questionnaireTemplateId', most: 200 },
} as const;

type Parameter = keyof typeof PARAMETERS;

/** Values for fields of New request, none of them checked or complete. */
export type RequestPrefill = { readonly [Name in Parameter as (typeof PARAMETERS)[Name]['field']]?: string };

/** Why a link is not one of ours. */
export type LinkProblem =
  /** Another scheme. */
  | 'not_ours'
  /** Longer than {@link LONGEST_LINK}, or a value longer than its field. */
  | 'too_long'
  /** It names a computer, a user or a port. */
  | 'has_host'
  /** Nothing of Callboard is there. */
  | 'no_such_place'
  /** Percent signs that stand for no text. */
  | 'bad_encoding'
  /** Characters that are invisible or turn the direction of reading. */
  | 'bad_character';

export type DeepLink =
  /** The answer of a sign-in; judged by the session that waits for it. */
  | { readonly kind: 'oauth_callback'; readonly address: string }
  /** `app.callboard:/new?name=…&phone=…&resume=…&job=…&questionnaire=…`: fills the form, never submits it. */
  | { readonly kind: 'new_request'; readonly fields: RequestPrefill }
  /**
   * `app.callboard:/request/<id>?workspace=<id>`: opens a tracked request. Services number their requests alike, so a link
   * names the workspace it was made in; one that names none, or one of another computer, is looked up in all of them.
   */
  | { readonly kind: 'request'; readonly requestId: string; readonly workspaceId?: string }
  | { readonly kind: 'unknown'; readonly problem: LinkProblem };

const LONGEST_ID = 200;
const CALLBACK_PLACE = CUSTOM_SCHEME_REDIRECT.slice(CUSTOM_SCHEME.length + 1);

/** Reads a link. Never throws. `app.callboard:/x`, `app.callboard://x` and `app.callboard:///x` are the same. */
export function parseDeepLink(text: string): DeepLink {
  if (!text.toLowerCase().startsWith(CUSTOM_SCHEME)) return unknown('not_ours');
  if (text.length > LONGEST_LINK) return unknown('too_long');
  if (!text.isWellFormed() || CONTROL.test(text)) return unknown('bad_character');
  const [, slashes = '', place = '', query = ''] =
    /^(\/*)([^?#]*)(?:\?([^#]*))?/.exec(text.slice(CUSTOM_SCHEME.length)) ?? [];
  if (slashes.length === 0 || slashes.length > 3) return unknown('no_such_place');
  // After two slashes stands what an address has for a host. Ours has none, so it must be a place itself.
  const segments = place.replace(/\/$/, '').split('/');
  const [first = ''] = segments;
  if (slashes.length === 2 && !isPlace(first))
    return unknown(/[@:.[]/.test(first) ? 'has_host' : 'no_such_place');
  if (segments.join('/') === CALLBACK_PLACE) return { kind: 'oauth_callback', address: text };
  if (first === 'new' && segments.length === 1) return newRequest(query);
  if (first === 'request' && segments.length === 2) return request(segments[1] ?? '', query);
  return unknown('no_such_place');
}

function isPlace(segment: string): boolean {
  return segment === 'new' || segment === 'request' || segment === CALLBACK_PLACE.split('/')[0];
}

function newRequest(query: string): DeepLink {
  const fields: { -readonly [Field in keyof RequestPrefill]: string } = {};
  for (const pair of query.split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (!isParameter(name)) continue;
    const { field, most } = PARAMETERS[name];
    // The first of several counts: what is shown is what stands where people look.
    if (fields[field] !== undefined) continue;
    const value = decoded(withSpaces(name, rest.join('=')));
    if (typeof value === 'object') return value;
    if (value.length > most) return unknown('too_long');
    if (value !== '') fields[field] = value;
  }
  return { kind: 'new_request', fields };
}

function isParameter(name: string): name is Parameter {
  return Object.hasOwn(PARAMETERS, name);
}

/**
 * `+` is a space, as forms write it, but where a plus has a meaning of its own: at the beginning of a phone number and
 * everywhere in a web address.
 */
function withSpaces(name: Parameter, value: string): string {
  if (name === 'resume') return value;
  return name === 'phone' ? value.replaceAll(/(?!^)\+/g, ' ') : value.replaceAll('+', ' ');
}

function request(segment: string, query: string): DeepLink {
  const id = decoded(segment);
  if (typeof id === 'object') return id;
  if (id === '') return unknown('no_such_place');
  const [, named = ''] = /(?:^|&)workspace=([^&]*)/.exec(query) ?? [];
  const workspaceId = decoded(named);
  if (typeof workspaceId === 'object') return workspaceId;
  if (Math.max(id.length, workspaceId.length) > LONGEST_ID) return unknown('too_long');
  return { kind: 'request', requestId: id, ...(workspaceId !== '' && { workspaceId }) };
}

/** What a part of a link says; line breaks and tabs, which templates leave behind, as spaces. */
function decoded(part: string): string | Extract<DeepLink, { kind: 'unknown' }> {
  let text: string;
  try {
    text = decodeURIComponent(part);
  } catch {
    return unknown('bad_encoding');
  }
  const line = text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ').trim();
  return CONTROL.test(line) || TURNING.test(line) ? unknown('bad_character') : line;
}

const CONTROL = /\p{Cc}/u;
/** Embeddings, overrides and isolates (UAX #9): text that reads as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u;

function unknown(problem: LinkProblem): Extract<DeepLink, { kind: 'unknown' }> {
  return { kind: 'unknown', problem };
}
