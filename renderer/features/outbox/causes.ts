import type { OutboxRow } from '../../../shared/outbox.ts';

/** Unconfirmed submissions with the same cause. */
export interface Cause {
  readonly code: string;
  /** What happened, as one short sentence without its full stop. */
  readonly words: string;
  readonly rows: readonly OutboxRow[];
}

/** Causes that more than one row has, the most frequent first. */
export function sharedCauses(rows: readonly OutboxRow[]): readonly Cause[] {
  const byCode = Map.groupBy(rows, ({ problem }) => problem?.code ?? '');
  return [...byCode]
    .filter(([, same]) => same.length > 1)
    .map(([code, same]) => ({ code, words: firstSentence(same[0]?.problem?.message), rows: same }))
    .sort((a, b) => b.rows.length - a.rows.length);
}

/** The first sentence of a message, without its full stop. */
export function firstSentence(message: string | undefined): string {
  if (message === undefined) return 'What happened is not known';
  return message.split(/(?<=[.!?])\s/, 1)[0]?.replace(/\.$/, '') ?? message;
}
