import { z } from 'zod';
import { CALL_REASONS, isReviewCode, REVIEW_VALUES, type Reason } from './call-rules.ts';
import { type CodeArguments, type Coded, codedOf, type ValuesOf } from './coded.ts';
import type { InputProblem } from './input-problems.ts';
import { inputValues } from './input-values.ts';
import { coded } from './make-coded.ts';
import { SUBMISSION_STATES, type SubmissionFields } from './submission.ts';
import { triesRule } from './tries.ts';

/** The submission fields that come from a file, in display order. The last only where the workspace asks for it. */
export const IMPORT_FIELDS = [
  'candidateName',
  'phoneNumber',
  'resumeUrl',
  'jobDescriptionId',
  'questionnaireTemplateId',
  'noticeOn',
] as const satisfies readonly (keyof SubmissionFields)[];
export type ImportField = (typeof IMPORT_FIELDS)[number];

const none = z.null();
const cell = z.string().max(40_000);
const text = z.object({ text: cell });
const country = z.string().regex(/^[A-Z]{2}$/);
const ofCountry = z.object({ country });
/** The other phone number, as it is shown, if its digits differ. */
const written = z.string().max(40);
/** UTC ms, within the range of `Date`. */
const moment = z.number().min(-8.64e15).max(8.64e15);

/**
 * Problems and notes about a row of a file, besides those of any input: each code with its values. They are stored with
 * rows that are not queued; `words/import-words.ts` has the words on screen.
 */
const importValues = {
  // The row as a whole
  quote_not_closed: none,
  too_many_cells: none,
  letters_unsure: none,
  left_out: none,
  left_out_hidden: none,
  hidden_in_workbook: none,
  not_queued: none,
  /** `holiday`: the public holiday that it waits for the end of. */
  goes_out_later: z.object({ at: moment, holiday: z.string().optional() }),
  holidays_unknown: none,
  /** The number may be in time zones that share no calling hour, and nobody chose one. */
  time_zone_needed: none,
  /** The notice is too recent for a call before `at`. */
  waits_for_notice: z.object({ at: moment }),
  /** `first`: number of the other row. */
  phone_twice: z.object({ first: z.number(), queued: z.boolean(), written: written.optional() }),
  /** `tracked`: whether it has a request (its id is not stored here). The other fields are those of `Duplicate`. */
  submitted_before: z.object({
    candidateName: z.string(),
    tracked: z.boolean(),
    state: z.enum(SUBMISSION_STATES),
    status: z.string(),
    submittedAt: moment,
    reachedAt: moment.nullable(),
    taken: z.boolean(),
    by: z.string().optional(),
    workspace: z.object({ name: z.string(), removed: z.boolean() }).nullable(),
    written: written.optional(),
  }),

  ...REVIEW_VALUES,
  /** With the rows of the file above it, the same person would be tried more often than that. */
  tries_used_up_in_file: triesRule,

  // A cell of any field
  column_not_chosen: none,
  formula_not_calculated: none,
  no_name: text,
  no_phone_number: text,
  no_link: text,
  no_id: text,
  no_day: text,

  name_letters_lost: none,
  name_without_letters: none,
  name_with_entities: none,
  name_with_markup: none,
  name_is_address: none,
  name_is_id: none,
  name_part_missing: text,
  name_garbled: none,
  name_put_right: text,

  two_links: none,
  link_computed: none,
  link_with_entities: none,

  job_name_unknown: none,
  questionnaire_name_unknown: none,
  id_became_date: z.object({ shown: cell }),
  id_rounded: none,
  shown_otherwise: z.object({ shown: cell, plain: cell }),

  day_two_readings: none,

  phone_rounded: none,
  phone_without_digits: none,
  phone_with_letter: text,
  phone_with_words: none,
  phone_is_date: none,
  /** `country`: null for any. */
  phone_unusual: z.object({ country: country.nullable() }),
  phone_prefix_unclear: z.object({ prefix: cell }),
  phone_two_readings: none,
  phone_several_readings: none,
  phone_plus_missing: none,
  phone_not_of_country: ofCountry,
  phone_not_of_country_or_plus: ofCountry,
  phone_zero_missing: ofCountry,
  phone_to_confirm: none,
  phone_of_country: ofCountry,
} satisfies Record<string, z.ZodType>;

export type ImportValues = ValuesOf<typeof importValues>;

/** A problem or note about a cell or a whole row. */
export type ImportProblem = Coded<ImportValues> | InputProblem;

/** The same with the cell's field; null for a whole row. */
export type RowProblem = ImportProblem & { readonly field: ImportField | null };

export const rowProblem = z
  .object({ field: z.enum(IMPORT_FIELDS).nullable() })
  .and(codedOf({ ...inputValues, ...importValues }));

export function importProblem<Code extends keyof ImportValues>(
  code: Code,
  ...values: CodeArguments<ImportValues, Code>
): ImportProblem {
  return coded<ImportValues, Code>(code, ...values);
}

/** What the review makes of a row that is refused for this, and what it says of it; null if it is no reason to refuse a row. */
export function reviewOf({
  code,
  values,
}: Reason): { readonly state: 'blocked' | 'invalid'; readonly note: RowProblem } | null {
  if (!isReviewCode(code)) return null;
  const { field, review } = CALL_REASONS[code];
  // By its type, the note has the values of the reason.
  const note = { field: review.state === 'invalid' ? field : null, code: review.as, values } as RowProblem;
  return { state: review.state, note };
}

export function ofRow(problem: ImportProblem): RowProblem {
  return { field: null, ...problem };
}
