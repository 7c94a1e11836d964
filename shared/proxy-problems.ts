import { z } from 'zod';
import { type Coded, codedOf, type ValuesOf } from './coded.ts';

const none = z.null();
/** Error message of the system or a library. */
const reason = z.object({ reason: z.string() });

/** Why a proxy made no connection: each code with its values. They are stored with a submission. */
export const proxyProblemValues = {
  /** The connection ended without a reason. */
  closed: none,
  not_reachable: reason,
  no_answer: reason,
  no_answer_to_connect: reason,
  certificate_not_trusted: reason,
  connect_refused: z.object({ httpStatus: z.number() }),
  socks4_refused: none,
  /** `answer`: reply code of RFC 1928 §6. */
  socks5_refused: z.object({ answer: z.number() }),
  credentials_needed: none,
  credentials_refused: none,
  /** `schemes`: RFC 9110 §11.3, in lower case. */
  sign_in_unsupported: z.object({ schemes: z.array(z.string()) }),
  socks_sign_in_unsupported: none,
  name_too_long_for_socks: none,
  not_http: none,
  not_socks: z.object({ version: z.number() }),
  only_provisional: none,
  endless: none,
  spoke_first: none,
  settings_unreadable: none,
  address_unusable: none,
} satisfies Record<string, z.ZodType>;

export type ProxyProblemValues = ValuesOf<typeof proxyProblemValues>;
export type ProxyProblem = Coded<ProxyProblemValues>;

export const proxyProblem = codedOf(proxyProblemValues);
