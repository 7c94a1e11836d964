/** The redirect address of the scheme that Callboard registers with the operating system (RFC 8252 §7.1). */
export const CUSTOM_SCHEME_REDIRECT = 'app.callboard:/oauth/callback';

/** The scheme of {@link CUSTOM_SCHEME_REDIRECT}, with its colon. */
export const CUSTOM_SCHEME = 'app.callboard:';

/**
 * A link of our scheme without the slashes that Windows and some browsers add: `app.callboard://x/?y` as `app.callboard:/x?y`.
 * Other addresses stay as they are.
 */
export function withoutAddedSlashes(address: string): string {
  if (!address.startsWith(CUSTOM_SCHEME)) return address;
  const [, path = '', rest = ''] =
    /^\/{1,3}([^?#]*?)\/?([?#].*)?$/s.exec(address.slice(CUSTOM_SCHEME.length)) ?? [];
  return path === '' ? address : `${CUSTOM_SCHEME}/${path}${rest}`;
}
