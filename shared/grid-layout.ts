import { z } from 'zod';

/** How a person has arranged the columns of Tracked requests; what is left out is as the app has it. */
export const gridLayout = z.object({
  /** Column ids in their order; columns that are not among them come where the app has them. */
  order: z.array(z.string().max(500)).max(200).default([]),
  /** Columns shown or not, against what the app would do. */
  shown: z.record(z.string().max(500), z.boolean()).default({}),
  /** Widths in px. */
  widths: z.record(z.string().max(500), z.number().min(20).max(2000)).default({}),
});
export type GridLayout = z.output<typeof gridLayout>;
