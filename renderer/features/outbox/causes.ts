import type { OutboxRow } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';

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
    .map(([code, same]) => ({ code, words: firstSentence(same[0]?.problem), rows: same }))
    .sort((a, b) => b.rows.length - a.rows.length);
}

/** What happened, as one sentence without its full stop. */
export function firstSentence(problem: SubmissionProblem | null | undefined): string {
  if (!problem) return 'What happened is not known';
  const { message } = problemWords(problem);
  return message.split(/(?<=[.!?])\s/, 1)[0]?.replace(/\.$/, '') ?? message;
}
