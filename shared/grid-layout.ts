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

/** A column of a pinned field is called `pin:` and its path. */
const PINNED = 'pin:';

/** The arrangement without columns of fields that are pinned no more: their paths may hold what a person was called. */
export function withoutUnpinned(layout: GridLayout, pinned: readonly string[]): GridLayout {
  const known = new Set(pinned.map((path) => `${PINNED}${path}`));
  const stays = (id: string) => !id.startsWith(PINNED) || known.has(id);
  const kept = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => stays(id)));
  return { order: layout.order.filter(stays), shown: kept(layout.shown), widths: kept(layout.widths) };
}
