/**
 * Links with which other programs open Callboard. Any web page can contain one, so the parser rejects everything but
 * the known shapes, and a link can only show something.
 */
import { CUSTOM_SCHEME } from './custom-scheme.ts';

/** In characters. Only the redirect that a sign-in waits for may be longer. */
export const MAX_LINK_LENGTH = 2048;

/** Link parameters: the form field each one fills, and its maximum length in characters. */
const PARAMETERS = {
  name: { field: 'candidateName', most: 200 },
  phone: { field: 'phoneNumber', most: 60 },
  resume: { field: 'resumeUrl', most: 2000 },
  job: { field: 'jobDescriptionId', most: 200 },
  questionnaire: { field: 'questionnaireTemplateId', most: 200 },
} as const;

type Parameter = keyof typeof PARAMETERS;

/** Unvalidated values for fields of New request. */
export type RequestPrefill = { readonly [Name in Parameter as (typeof PARAMETERS)[Name]['field']]?: string };

/** Why a link was rejected. */
export type LinkProblem =
  /** Another scheme. */
  | 'not_ours'
  /** Longer than {@link MAX_LINK_LENGTH}, or a value longer than its field. */
  | 'too_long'
  /** It has a host, user name or port. */
  | 'has_host'
  /** No page of Callboard has this path. */
  | 'no_such_place'
  /** Malformed percent-encoding. */
  | 'bad_encoding'
  /** Control characters or bidirectional overrides. */
  | 'bad_character';

export type DeepLink =
  /** The redirect that ends a sign-in; the waiting session validates it. */
  | { readonly kind: 'oauth_callback'; readonly address: string }
  /** `app.callboard:/new?name=…&phone=…&resume=…&job=…&questionnaire=…`: fills the form, never submits it. */
  | { readonly kind: 'new_request'; readonly fields: RequestPrefill }
  /**
   * `app.callboard:/request/<id>?workspace=<id>`: opens a tracked request. Different services may use equal
   * IDs, so a link names its workspace; without one, or with one from another computer, all workspaces are searched.
   */
  | { readonly kind: 'request'; readonly requestId: string; readonly workspaceId?: string }
  | { readonly kind: 'unknown'; readonly problem: LinkProblem };

const MAX_ID_LENGTH = 200;
/** The first segment of {@link CUSTOM_SCHEME_REDIRECT}; a service may have registered another path below it. */
const CALLBACK_SEGMENT = 'oauth';

/** Parses a link; never throws. `app.callboard:/x`, `app.callboard://x` and `app.callboard:///x` are equivalent. */
export function parseDeepLink(text: string): DeepLink {
  if (!text.toLowerCase().startsWith(CUSTOM_SCHEME)) return unknown('not_ours');
  if (text.length > MAX_LINK_LENGTH) return unknown('too_long');
  if (!text.isWellFormed() || CONTROL.test(text)) return unknown('bad_character');
  const [, slashes = '', place = '', query = ''] =
    /^(\/*)([^?#]*)(?:\?([^#]*))?/.exec(text.slice(CUSTOM_SCHEME.length)) ?? [];
  if (slashes.length === 0 || slashes.length > 3) return unknown('no_such_place');
  // After two slashes the first segment parses as a host. Our links have none, so it must be a known path.
  const segments = place.replace(/\/$/, '').split('/');
  const [first = ''] = segments;
  if (slashes.length === 2 && !isKnownPath(first))
    return unknown(/[@:.[]/.test(first) ? 'has_host' : 'no_such_place');
  if (first === CALLBACK_SEGMENT) return { kind: 'oauth_callback', address: text };
  if (first === 'new' && segments.length === 1) return newRequest(query);
  if (first === 'request' && segments.length === 2) return request(segments[1] ?? '', query);
  return unknown('no_such_place');
}

function isKnownPath(segment: string): boolean {
  return segment === 'new' || segment === 'request' || segment === CALLBACK_SEGMENT;
}

function newRequest(query: string): DeepLink {
  const fields: { -readonly [Field in keyof RequestPrefill]: string } = {};
  for (const pair of query.split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (!isParameter(name)) continue;
    const { field, most } = PARAMETERS[name];
    // The first of several wins: it is the one that people see.
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
 * Decodes `+` as a space, as in form encoding, except where a plus is meant: at the start of a phone number and
 * anywhere in a web address.
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
  if (Math.max(id.length, workspaceId.length) > MAX_ID_LENGTH) return unknown('too_long');
  return { kind: 'request', requestId: id, ...(workspaceId !== '' && { workspaceId }) };
}

/** The decoded text of a link part. Line breaks and tabs, which mail-merge templates leave behind, become spaces. */
function decoded(part: string): string | Extract<DeepLink, { kind: 'unknown' }> {
  let text: string;
  try {
    text = decodeURIComponent(part);
  } catch {
    return unknown('bad_encoding');
  }
  const line = text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ').trim();
  return CONTROL.test(line) || BIDI_CONTROL.test(line) ? unknown('bad_character') : line;
}

const CONTROL = /\p{Cc}/u;
/** Bidirectional embeddings, overrides and isolates (UAX #9), which can disguise text. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/u;

function unknown(problem: LinkProblem): Extract<DeepLink, { kind: 'unknown' }> {
  return { kind: 'unknown', problem };
}
