import type { ProblemWords } from './problem-words.ts';

/** Messages of OpenSSL, BoringSSL and nginx. A refused handshake may have either of the last two causes before TLS 1.3. */
const REASONS = [
  [/wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long/i, 'plain_http'],
  [/unsupported[ _]protocol|alert[ _]protocol[ _]version|version[ _]too[ _]low/i, 'old_tls'],
  [/certificate[ _]required|no required ssl certificate/i, 'client_certificate'],
  [/handshake[ _]failure/i, 'refused'],
] as const;

type HandshakeProblem = (typeof REASONS)[number][1];

const MESSAGES: Readonly<Record<HandshakeProblem, (who: string) => string>> = {
  plain_http: (who) => `${who} answers without encryption (plain http) at an https address.`,
  old_tls: (who) => `${who} offers only encryption older than TLS 1.2, which Callboard doesn't use.`,
  client_certificate: (who) => `${who} asks for a client certificate, and Callboard can't have one.`,
  refused: (who) => `${who} refused the secure connection.`,
};

const NEXT_STEPS: Readonly<Record<HandshakeProblem, (administrator: string) => string>> = {
  plain_http: (administrator) =>
    `Check the address and its port, or ask ${administrator} to set up https there.`,
  old_tls: (administrator) => `Ask ${administrator} to allow TLS 1.2 or newer.`,
  client_certificate: (administrator) =>
    `Ask ${administrator} for an address that needs no client certificate.`,
  refused: (administrator) =>
    `Ask ${administrator} whether it needs a client certificate, which Callboard can't have, or allows only outdated encryption.`,
};

/**
 * Why a secure connection can't be made, by the message of the system or of the server; undefined if it tells no cause that a
 * person could remove. `who`: at the beginning of a sentence.
 */
export function handshakeWords(
  reason: string | null | undefined,
  who: string,
  administrator = "the service's administrator",
): ProblemWords | undefined {
  const [, problem] = REASONS.find(([pattern]) => pattern.test(reason ?? '')) ?? [];
  return problem && { message: MESSAGES[problem](who), nextStep: NEXT_STEPS[problem](administrator) };
}
