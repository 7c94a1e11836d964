import type { OutboxRow } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';

/** Unconfirmed submissions with the same cause. */
interface Cause {
  readonly words: string;
  readonly rows: readonly OutboxRow[];
}

/** Causes shared by several rows, the most frequent first. */
export function sharedCauses(rows: readonly OutboxRow[]): readonly Cause[] {
  const byWords = Map.groupBy(rows, ({ problem }) => firstSentence(problem));
  return [...byWords]
    .filter(([, same]) => same.length > 1)
    .map(([words, same]) => ({ words, rows: same }))
    .sort((a, b) => b.rows.length - a.rows.length);
}

/** The first sentence of a problem's message, without its full stop. */
export function firstSentence(problem: SubmissionProblem | null | undefined): string {
  if (!problem) return 'Unknown cause';
  const { message } = problemWords(problem);
  return message.split(/(?<=[.!?])\s/, 1)[0]?.replace(/\.$/, '') ?? message;
}
