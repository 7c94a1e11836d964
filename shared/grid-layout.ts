import { z } from 'zod';

/** A person's arrangement of the Tracked requests columns; anything left out uses the default. */
export const gridLayout = z.object({
  /** Column ids in order; other columns stay at their default position. */
  order: z.array(z.string().max(500)).max(200),
  /** Overrides of the default visibility. */
  shown: z.record(z.string().max(500), z.boolean()),
  widths: z.record(z.string().max(500), z.number().min(20).max(2000)),
});
export type GridLayout = z.output<typeof gridLayout>;

/** The default arrangement. */
export const NO_LAYOUT: GridLayout = { order: [], shown: {}, widths: {} };

/** The column id of a pinned field is `pin:` and its path. */
const PINNED = 'pin:';

/** Drops columns of fields that are no longer pinned: their paths may contain a candidate's name. */
export function withoutUnpinned(layout: GridLayout, pinned: readonly string[]): GridLayout {
  const known = new Set(pinned.map((path) => `${PINNED}${path}`));
  const stays = (id: string) => !id.startsWith(PINNED) || known.has(id);
  const kept = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => stays(id)));
  return { order: layout.order.filter(stays), shown: kept(layout.shown), widths: kept(layout.widths) };
}
