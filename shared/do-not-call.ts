import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min/es6';
import { z } from 'zod';
import { issueMessage } from './input-problems.ts';
import { parsePhoneNumber, plainCharacters, withoutExtension } from './phone-number.ts';
import { parseTypedPhone } from './typed-phone.ts';

/** Who put a number on the list: a person on this or another computer, or the organisation's policy. */
export const DO_NOT_CALL_SOURCES = ['person', 'policy'] as const;
export type DoNotCallSource = (typeof DO_NOT_CALL_SOURCES)[number];

/** When, by whom and why an entry was lifted. */
export interface Lifted {
  /** UTC ms. */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** A number that nobody may call from any workspace. */
export interface DoNotCallEntry {
  readonly id: string;
  /** E.164; null once its person was erased: only a keyed hash of it is left. */
  readonly phoneNumber: string | null;
  readonly source: DoNotCallSource;
  /** In the words of whoever added it; empty if they gave none. */
  readonly reason: string;
  /** UTC ms. */
  readonly addedAt: number;
  /** The computer account of the person who added it; empty for the policy. */
  readonly addedBy: string;
  /** Null while it is in force. */
  readonly lifted: Lifted | null;
}

/** Some entries of the list, those in force first. */
export interface DoNotCallPage {
  readonly entries: readonly DoNotCallEntry[];
  /** How many match the search. */
  readonly count: number;
  /** How many of the whole list are in force. */
  readonly inForce: number;
}

/** What the window says of an entry that forbids a call. */
export type ForbiddingEntry = Pick<DoNotCallEntry, 'id' | 'source' | 'reason' | 'addedAt'>;

/** A submission to a number that was put on the list, which the service has or may have. */
export interface SentBefore {
  readonly submissionId: string;
  readonly workspaceId: string;
  readonly workspace: string;
  readonly candidateName: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** Null if the service is not known to have it. */
  readonly requestId: string | null;
  /** UTC ms. */
  readonly submittedAt: number;
}

export interface ListedNumber {
  /** E.164. */
  readonly phoneNumber: string;
  readonly reason: string;
}

/** What came of putting numbers on the list. */
export interface DoNotCallAdded {
  /** How many were not on it yet. */
  readonly added: number;
  /** How many waiting submissions were withdrawn. */
  readonly withdrawn: number;
  /** Submissions to these numbers that went out before, unfinished ones first, the newest first; `MAX_SENT_BEFORE` at most. */
  readonly sentBefore: readonly SentBefore[];
}

export const MAX_SENT_BEFORE = 200;

/** Why a number may not be called: an entry, or hashed entries that can't be compared without their key. */
export type Forbidding = ForbiddingEntry | 'key_missing';

/** Whether an entry forbids the call, and not only a missing key. */
export function isEntry(found: Forbidding | null | undefined): found is ForbiddingEntry {
  return found !== null && found !== undefined && found !== 'key_missing';
}

/**
 * Why nothing can be sent now: entries can't be compared while the key store waits (`waiting`) or as their key is gone
 * (`lost`), or the policy's list was never read (`policy_file`).
 */
export type DoNotCallLocked = 'waiting' | 'lost' | 'policy_file';

/** A number for the list, with the reason of its own or that of all. */
export interface ListedNumber {
  /** E.164. */
  readonly phoneNumber: string;
  readonly reason: string;
}

/** Hexadecimal digits of the id of a key for erased numbers. */
export const NUMBER_KEY_ID_DIGITS = 32;

/** The keys (32 bytes in base64) with which erased numbers on the do-not-call list are hashed, by id. */
export const numberKeysById = z.record(
  z.hex().length(NUMBER_KEY_ID_DIGITS),
  z.base64().length(4 * Math.ceil(32 / 3)),
);
export type NumberKeysById = Readonly<z.output<typeof numberKeysById>>;

const MAX_REASON = 500;

/** Why a number is put on the list, or an entry lifted. */
export const doNotCallReason = z
  .string()
  .trim()
  .max(MAX_REASON, issueMessage('too_long', { most: MAX_REASON }));

export const MAX_LISTED_NUMBERS = 100_000;

/** "Tel.: ", "tel:", "sip:" in front of a number. */
const LABEL = /^\p{L}+(?:[.:]+\/{0,2}|\s)\s*(?=[+\d(])/u;
/** The host of a SIP address. */
const HOST = /@[\w.-]+$/;
/** The parameters of a tel: or sip: address (RFC 3966), such as ";ext=5". */
const PARAMETERS = /(?:\s*;\s*[a-z-]+\s*=[^;=]*)+$/i;
/** Where the number of a tel: address belongs that has no country code. */
const CONTEXT = /;\s*phone-context\s*=\s*(\+\d+)/i;
/** What some write between the digits. */
const SEPARATORS = /[_·•|\p{M}\p{Cc}]+/gu;
/** "++49" and "+0049". */
const PLUS_TWICE = /^\+\s*(?:\++|00)\s*/;

/** Parses a number of a list, more tolerantly than one to call: on this list, it must not be missed. */
export function parseListedPhone(text: string, defaultCountry: string | null) {
  const listed = numberOnly(text);
  const typed = parseTypedPhone(listed, defaultCountry);
  if (typed.ok || typed.problem.code === 'phone_country_unclear') return typed;
  if (defaultCountry === null || !isSupportedCountry(defaultCountry)) return typed;
  // With that country's own prefix for calls abroad, such as 011.
  const abroad = parsePhoneNumberFromString(listed, { defaultCountry, extract: false });
  if (!abroad?.isValid() || abroad.countryCallingCode === getCountryCallingCode(defaultCountry)) return typed;
  return parsePhoneNumber(abroad.number);
}

/** The text without what is around the number. */
function numberOnly(text: string): string {
  const plain = plainCharacters(text).trim();
  // Who asked not to be called at an extension is not called at the whole number.
  const number = withoutExtension(plain.replace(PARAMETERS, '').replace(LABEL, '').replace(HOST, ''))
    .replace(SEPARATORS, ' ')
    .replace(PLUS_TWICE, '+');
  const context = number.startsWith('+') ? undefined : CONTEXT.exec(plain)?.[1];
  return context === undefined ? number : `${context} ${number}`;
}
