import { z } from 'zod';
import type { Plain } from './coded.ts';
import { BETTER_ENDS, type DescribedField } from './described-field.ts';
import { says } from './input-problems.ts';
import type { InputValues } from './input-values.ts';
import { isUuidShaped } from './submission.ts';

/** What a Library entry names: the service lists neither (design.md §4). */
export const LIBRARY_KINDS = ['job_description', 'questionnaire'] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/** Which entry is meant: an id is unique within its kind. */
export interface LibraryKey {
  readonly kind: LibraryKind;
  readonly serviceId: string;
}

/** What a team shares about an id: the part of an entry that goes into a file. */
export interface LibraryLabel extends LibraryKey {
  readonly name: string;
  readonly note: string;
  /** The id of the questionnaire that goes with a job description; null for none, and for questionnaires. */
  readonly defaultQuestionnaireId: string | null;
  /** Not offered any more; it still names what was made with it. */
  readonly archived: boolean;
  /** What people described about the results of a questionnaire; empty for job descriptions. */
  readonly fields: readonly DescribedField[];
}

/** The recruiter's own label for an id of the service; ids typed into a form are remembered with an empty name. */
export interface LibraryEntry extends LibraryLabel {
  /** ms since 1970 UTC, null when never used. */
  readonly lastUsedAt: number | null;
}

/** How often an id was used in this workspace. */
export interface LibraryUsage extends LibraryKey {
  /** Submissions made with it, drafts and withdrawn ones left out. */
  readonly submissions: number;
  /** Those of them that the service accepted. */
  readonly requests: number;
}

/** An entry as it was before a change, so that the change can be undone; null where there was none. */
export interface LibrarySnapshot extends LibraryKey {
  readonly before: LibraryEntry | null;
}

const serviceId = z
  .string()
  .trim()
  .min(1, says('id_missing'))
  .max(200, says('too_long', { most: 200 }));
const label = {
  kind: z.enum(LIBRARY_KINDS),
  serviceId,
  name: z
    .string()
    .trim()
    .max(200, says('too_long', { most: 200 }))
    .default(''),
  note: z
    .string()
    .trim()
    .max(2000, says('too_long', { most: 2000 }))
    .default(''),
};

/** More fields than anybody looks at of one questionnaire. */
export const MOST_DESCRIBED = 50;

const end = z
  .number({ error: says('not_a_number') })
  .min(-1e12)
  .max(1e12)
  .nullable();

/** What a person says about one field of the results. */
export const describedField = z
  .object({
    path: z.string().min(1).max(400),
    label: z
      .string()
      .trim()
      .min(1, says('field_label_missing'))
      .max(100, says('too_long', { most: 100 })),
    smallest: end.default(null),
    largest: end.default(null),
    better: z.enum(BETTER_ENDS).nullable().default(null),
    headline: z.boolean().default(false),
  })
  .superRefine(({ smallest, largest, better }, context) => {
    const wrong = (field: 'smallest' | 'largest', code: Plain<InputValues>) =>
      context.addIssue({ code: 'custom', path: [field], message: says(code) });
    if (smallest !== null && largest === null) wrong('largest', 'largest_missing');
    else if (smallest === null && largest !== null) wrong('smallest', 'smallest_missing');
    else if (smallest === null && better !== null) wrong('smallest', 'range_missing');
    else if (smallest !== null && largest !== null && largest <= smallest) wrong('largest', 'range_reversed');
  });

/** What is described about the results of one questionnaire. */
export const describedFields = z
  .array(describedField)
  .max(MOST_DESCRIBED, says('too_many_described', { most: MOST_DESCRIBED }))
  .refine((all) => new Set(all.map(({ path }) => path)).size === all.length, says('described_twice'))
  .refine((all) => all.filter(({ headline }) => headline).length <= 1, says('two_headlines'))
  .readonly();

function hasProperId(entry: LibraryKey): boolean {
  return entry.kind !== 'job_description' || isUuidShaped(entry.serviceId);
}

const PROPER_ID = {
  path: ['serviceId'],
  message: says('job_description_misshapen'),
};

/** An entry to add or to change; default questionnaire, archive and described fields that are left out stay as they are. */
export const libraryEntryInput = z
  .object({
    ...label,
    defaultQuestionnaireId: z
      .string()
      .trim()
      .max(200, says('too_long', { most: 200 }))
      .nullable()
      .optional(),
    archived: z.boolean().optional(),
    fields: describedFields.optional(),
  })
  .refine(hasProperId, PROPER_ID);
export type LibraryEntryInput = z.input<typeof libraryEntryInput>;
export type LibraryEntryFields = z.output<typeof libraryEntryInput>;

/** One whole entry, as a file brings it. */
export const libraryLabel = z
  .object({
    ...label,
    defaultQuestionnaireId: serviceId.nullable().default(null),
    archived: z.boolean().default(false),
    fields: describedFields.default([]),
  })
  .refine(hasProperId, PROPER_ID);

/** More than any team has names for. */
export const MOST_LIBRARY_ENTRIES = 5000;

/** Entries as they were, to be put back. */
export const librarySnapshot = z.object({
  kind: label.kind,
  serviceId,
  before: z
    .object({
      ...label,
      defaultQuestionnaireId: serviceId.nullable(),
      archived: z.boolean(),
      fields: describedFields.default([]),
      lastUsedAt: z.int().nullable(),
    })
    .nullable(),
});

/** One text per entry, for maps and lists. */
export function libraryKey({ kind, serviceId: id }: LibraryKey): string {
  return `${kind} ${id}`;
}
