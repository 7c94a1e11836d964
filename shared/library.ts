import { z } from 'zod';
import type { Plain } from './coded.ts';
import { BETTER_ENDS, COVERS, type DescribedField } from './described-field.ts';
import { issueMessage } from './input-problems.ts';
import type { InputValues } from './input-values.ts';
import { isUuidShaped } from './submission.ts';

/** Kinds of ids that the Library labels, because the service lists neither. */
export const LIBRARY_KINDS = ['job_description', 'questionnaire'] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/** Primary key of an entry: an id is unique within its kind. */
export interface LibraryKey {
  readonly kind: LibraryKind;
  readonly serviceId: string;
}

/** The part of an entry that a team shares in a file. */
export interface LibraryLabel extends LibraryKey {
  readonly name: string;
  readonly note: string;
  /** The questionnaire used with a job description; null for none, and for questionnaires. */
  readonly defaultQuestionnaireId: string | null;
  /** No longer offered in forms, but still labels existing requests. */
  readonly archived: boolean;
  /** Described result fields of a questionnaire; empty for job descriptions. */
  readonly fields: readonly DescribedField[];
}

/** The recruiter's own label for an id of the service; ids typed into a form are stored with an empty name. */
export interface LibraryEntry extends LibraryLabel {
  /** ms since 1970 UTC; null if never used. */
  readonly lastUsedAt: number | null;
}

/** How often an id was used in this workspace. */
export interface LibraryUsage extends LibraryKey {
  /** Submissions made with it, without drafts and withdrawn ones. */
  readonly submissions: number;
  /** The accepted ones among them. */
  readonly requests: number;
}

/** An entry before a change, for undo; `before` is null if it didn't exist. */
export interface LibrarySnapshot extends LibraryKey {
  readonly before: LibraryEntry | null;
}

const serviceId = z
  .string()
  .trim()
  .min(1, issueMessage('id_missing'))
  .max(200, issueMessage('too_long', { most: 200 }));
const label = {
  kind: z.enum(LIBRARY_KINDS),
  serviceId,
  name: z
    .string()
    .trim()
    .max(200, issueMessage('too_long', { most: 200 }))
    .default(''),
  note: z
    .string()
    .trim()
    .max(2000, issueMessage('too_long', { most: 2000 }))
    .default(''),
};

export const MAX_DESCRIBED = 50;

const end = z
  .number({ error: issueMessage('not_a_number') })
  .min(-1e12)
  .max(1e12)
  .nullable();

export const describedField = z
  .object({
    path: z.string().min(1).max(400),
    label: z
      .string()
      .trim()
      .min(1, issueMessage('field_label_missing'))
      .max(100, issueMessage('too_long', { most: 100 })),
    smallest: end.default(null),
    largest: end.default(null),
    better: z.enum(BETTER_ENDS).nullable().default(null),
    headline: z.boolean().default(false),
    cover: z.enum(COVERS).default('covered'),
  })
  .superRefine(({ smallest, largest, better }, context) => {
    const wrong = (field: 'smallest' | 'largest', code: Plain<InputValues>) =>
      context.addIssue({ code: 'custom', path: [field], message: issueMessage(code) });
    if (smallest !== null && largest === null) wrong('largest', 'largest_missing');
    else if (smallest === null && largest !== null) wrong('smallest', 'smallest_missing');
    else if (smallest === null && better !== null) wrong('smallest', 'range_missing');
    else if (smallest !== null && largest !== null && largest <= smallest) wrong('largest', 'range_reversed');
  });

export const describedFields = z
  .array(describedField)
  .max(MAX_DESCRIBED, issueMessage('too_many_described', { most: MAX_DESCRIBED }))
  .refine((all) => new Set(all.map(({ path }) => path)).size === all.length, issueMessage('described_twice'))
  .refine((all) => all.filter(({ headline }) => headline).length <= 1, issueMessage('two_headlines'))
  .readonly();

function hasValidId(entry: LibraryKey): boolean {
  return entry.kind !== 'job_description' || isUuidShaped(entry.serviceId);
}

const INVALID_ID = {
  path: ['serviceId'],
  message: issueMessage('job_description_misshapen'),
};

/** An entry to add or change; optional fields that are left out keep their stored values. */
export const libraryEntryInput = z
  .object({
    ...label,
    defaultQuestionnaireId: z
      .string()
      .trim()
      .max(200, issueMessage('too_long', { most: 200 }))
      .nullable()
      .optional(),
    archived: z.boolean().optional(),
    fields: describedFields.optional(),
  })
  .refine(hasValidId, INVALID_ID);
export type LibraryEntryFields = z.output<typeof libraryEntryInput>;

/** A complete entry from a file. */
export const libraryLabel = z
  .object({
    ...label,
    defaultQuestionnaireId: serviceId.nullable().default(null),
    archived: z.boolean().default(false),
    fields: describedFields.default([]),
  })
  .refine(hasValidId, INVALID_ID);

export const MAX_LIBRARY_ENTRIES = 5000;

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

/** A unique string per entry, for maps and list keys. */
export function libraryKey({ kind, serviceId: id }: LibraryKey): string {
  return `${kind} ${id}`;
}
