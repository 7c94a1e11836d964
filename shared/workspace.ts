import { z } from 'zod';
import { CUSTOM_SCHEME } from './custom-scheme.ts';
import { issueMessage } from './input-problems.ts';

/** One service connection: addresses, client, account (design.md §4). */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** `practice` is the embedded practice service. */
  readonly kind: 'practice' | 'service';
  /** Service address, without a trailing slash. */
  readonly baseUrl: string;
  /** Sign-in address, without a trailing slash. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** How a sign-in redirect reaches the app. */
export type RedirectWay = 'custom_scheme' | 'loopback' | 'paste';

/** How a redirect to this address can reach the app; unusual addresses are pasted by hand. */
export function redirectWay(redirectUri: string): RedirectWay {
  const url = URL.parse(redirectUri);
  if (url?.protocol === CUSTOM_SCHEME) return 'custom_scheme';
  // Callboard listens only on 127.0.0.1 (RFC 8252 §8.3), so redirects to [::1] or 127.0.0.2 would not arrive.
  if (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname)) return 'loopback';
  return 'paste';
}

/** Whether a URL's host name is this computer. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

/** An https address without trailing slashes; plain http is allowed only on this computer (RFC 6749 §10.9). */
function address(missing: 'service_address_missing' | 'sign_in_address_missing') {
  return z
    .string()
    .trim()
    .min(1, issueMessage(missing))
    .max(2000, issueMessage('address_too_long', { most: 2000 }))
    .transform((text, context) => {
      const url = URL.parse(text);
      if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
        context.addIssue({ code: 'custom', message: issueMessage('address_incomplete') });
        return z.NEVER;
      }
      if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
        context.addIssue({
          code: 'custom',
          message: issueMessage('address_not_https'),
        });
        return z.NEVER;
      }
      if (url.username || url.password) {
        context.addIssue({ code: 'custom', message: issueMessage('address_with_password') });
        return z.NEVER;
      }
      if (url.search || url.hash) {
        context.addIssue({ code: 'custom', message: issueMessage('address_with_query') });
        return z.NEVER;
      }
      return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
    });
}

/** The fields of the connection form (design.md §5 "Connection"). */
export const connectionInput = z.object({
  name: z
    .string()
    .trim()
    .max(80, issueMessage('too_long', { most: 80 }))
    .default(''),
  baseUrl: address('service_address_missing'),
  authUrl: address('sign_in_address_missing'),
  clientId: z.string().trim().min(1, issueMessage('client_id_missing')).max(500),
  /** When editing, empty keeps the stored secret. */
  clientSecret: z.string().max(4000).default(''),
  redirectUri: z
    .string()
    .trim()
    .min(1, issueMessage('redirect_address_missing'))
    .max(2000, issueMessage('address_too_long', { most: 2000 }))
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
