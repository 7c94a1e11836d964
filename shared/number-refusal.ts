import type { ForbiddingEntry } from './do-not-call.ts';
import { type ImportProblem, importProblem, onDoNotCallList } from './import-problems.ts';
import type { TriesUsed } from './tries.ts';

/** Why a number may not be called, whatever a person decides. */
export type NumberRefusal =
  | { readonly why: 'do_not_call'; readonly entry: ForbiddingEntry }
  /** `country`: ISO 3166, null if the number doesn't tell. */
  | { readonly why: 'country_not_allowed'; readonly country: string | null }
  | { readonly why: 'tries_used_up'; readonly used: TriesUsed };

/** The problem of a row with such a number. */
export function refusalProblem(refusal: NumberRefusal): ImportProblem {
  switch (refusal.why) {
    case 'do_not_call':
      return onDoNotCallList(refusal.entry);
    case 'country_not_allowed':
      return importProblem('country_not_allowed', { country: refusal.country });
    case 'tries_used_up':
      return importProblem('tries_used_up', refusal.used);
  }
}
