/** The redirect address of the scheme that Callboard registers with the operating system (RFC 8252 §7.1). */
export const CUSTOM_SCHEME_REDIRECT = 'app.callboard:/oauth/callback';

/** The scheme of {@link CUSTOM_SCHEME_REDIRECT}, with its colon. */
export const CUSTOM_SCHEME = 'app.callboard:';
