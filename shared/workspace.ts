import { z } from 'zod';
import { CUSTOM_SCHEME } from './custom-scheme.ts';
import { issueMessage } from './input-problems.ts';

/** One service connection: addresses, client, account. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** `practice` is the embedded practice service. */
  readonly kind: 'practice' | 'service';
  /** Service address, without a trailing slash. */
  readonly baseUrl: string;
  /** Sign-in address, without a trailing slash. */
  readonly authUrl: string;
  /** The issuer that the sign-in service names (RFC 9207), character for character; '' if it is the sign-in address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** The issuer that a workspace's sign-in has to name. */
export function expectedIssuer({ issuer, authUrl }: Pick<Workspace, 'issuer' | 'authUrl'>): string {
  return issuer || authUrl;
}

/** How a sign-in redirect reaches the app. */
export type RedirectWay = 'custom_scheme' | 'loopback' | 'paste';

/** How a redirect to this address can reach the app; unusual addresses are pasted by hand. */
export function redirectWay(redirectUri: string): RedirectWay {
  const url = URL.parse(redirectUri);
  if (url?.protocol === CUSTOM_SCHEME) return 'custom_scheme';
  // Callboard listens only where browsers look for these two (RFC 8252 §8.3): redirects to 127.0.0.2 would not arrive.
  if (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname)) return 'loopback';
  return 'paste';
}

/** Whether a URL's host name is this computer. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

const LONGEST_ADDRESS = 2000;
const TOO_LONG = issueMessage('address_too_long', { most: LONGEST_ADDRESS });

/** What is wrong with an address; undefined if nothing. Plain http is allowed only on this computer (RFC 6749 §10.9). */
function addressIssue(url: URL | null): string | undefined {
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return issueMessage('address_incomplete');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return issueMessage('address_not_https');
  if (url.username || url.password) return issueMessage('address_with_password');
  if (url.search || url.hash) return issueMessage('address_with_query');
  // Letters outside ASCII take more characters in it. What is stored must be accepted again, as from a backup.
  return normalised(url).length > LONGEST_ADDRESS ? TOO_LONG : undefined;
}

/** Of one service the same text, however it is written: also with the dot that ends a name (RFC 3986 §3.2.2), or a sentence. */
function normalised({ origin, pathname }: URL): string {
  return `${origin.replace(/\.(?=:\d+$|$)/, '')}${pathname}`.replace(/\/+$/, '');
}

const addressText = z.string().trim().max(LONGEST_ADDRESS, TOO_LONG);

/** An address without trailing slashes. */
function address(missing: 'service_address_missing' | 'sign_in_address_missing') {
  return addressText.min(1, issueMessage(missing)).transform((text, context) => {
    const url = URL.parse(text);
    const message = addressIssue(url);
    if (url && message === undefined) return normalised(url);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Kept as typed, because issuers are compared as text (RFC 9207 §2.4); without query and fragment (RFC 8414 §2). */
const issuer = addressText.superRefine((text, context) => {
  const message = text === '' ? undefined : addressIssue(URL.parse(text));
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** The fields of the connection form. */
export const connectionInput = z.object({
  name: z
    .string()
    .trim()
    .max(80, issueMessage('too_long', { most: 80 }))
    .default(''),
  baseUrl: address('service_address_missing'),
  authUrl: address('sign_in_address_missing'),
  /** Empty: the sign-in address. */
  issuer: issuer.default(''),
  clientId: z.string().trim().min(1, issueMessage('client_id_missing')).max(500),
  /** When editing, empty keeps the stored secret. */
  clientSecret: z.string().max(4000).default(''),
  redirectUri: z
    .string()
    .trim()
    .min(1, issueMessage('redirect_address_missing'))
    .max(LONGEST_ADDRESS, TOO_LONG)
    .refine((text) => isRedirectAddress(text), {
      message: issueMessage('redirect_address_wrong'),
    }),
});
export type ConnectionInput = z.input<typeof connectionInput>;
export type Connection = z.output<typeof connectionInput>;

/** RFC 6749 §3.1.2: absolute, no fragment. Schemes such as `javascript:` are rejected. */
function isRedirectAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('#')) return false;
  if (url.protocol === 'http:') return isLoopback(url.hostname);
  return url.protocol === 'https:' || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol);
}
