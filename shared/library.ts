import { z } from 'zod';
import { isUuidShaped } from './submission.ts';

/** What a Library entry names: the service lists neither (design.md §4). */
export const LIBRARY_KINDS = ['job_description', 'questionnaire'] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/** The recruiter's own label for an id of the service; ids typed into a form are remembered with an empty name. */
export interface LibraryEntry {
  readonly kind: LibraryKind;
  readonly serviceId: string;
  readonly name: string;
  readonly note: string;
  /** ms since 1970 UTC, null when never used. */
  readonly lastUsedAt: number | null;
}

export const libraryEntryInput = z
  .object({
    kind: z.enum(LIBRARY_KINDS),
    serviceId: z.string().trim().min(1, 'Enter the ID.').max(200, 'Use at most 200 characters.'),
    name: z.string().trim().max(200, 'Use at most 200 characters.').default(''),
    note: z.string().trim().max(2000, 'Use at most 2,000 characters.').default(''),
  })
  .refine((entry) => entry.kind !== 'job_description' || isUuidShaped(entry.serviceId), {
    path: ['serviceId'],
    message: 'A job description ID looks like 123e4567-e89b-12d3-a456-426614174000.',
  });
export type LibraryEntryInput = z.input<typeof libraryEntryInput>;
