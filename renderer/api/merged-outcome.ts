import { type BulkOutcome, LEFT_OUT_REASONS, type LeftOutReason } from '../../shared/outbox.ts';

/** The outcome of a bulk action that was made in two calls. */
export function mergedOutcome(one: BulkOutcome, other: BulkOutcome): BulkOutcome {
  const leftOut: Partial<Record<LeftOutReason, number>> = {};
  for (const reason of LEFT_OUT_REASONS) {
    const count = (one.leftOut[reason] ?? 0) + (other.leftOut[reason] ?? 0);
    if (count > 0) leftOut[reason] = count;
  }
  const undos = [one.undo, other.undo].filter((undo) => undo !== null);
  return {
    changed: one.changed + other.changed,
    leftOut,
    undo:
      undos.length === 0
        ? null
        : { ids: undos.flatMap(({ ids }) => ids), until: Math.min(...undos.map(({ until }) => until)) },
    discarded: [...one.discarded, ...other.discarded],
    chosen: [...one.chosen, ...other.chosen],
    stopped: one.stopped || other.stopped,
  };
}
