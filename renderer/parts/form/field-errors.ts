import type { z } from 'zod';
import { issueWords } from '../../../shared/words/input-words.ts';

/** What is wrong with a form's values: the first of each field, in words, by the field's path (`consent.wording`). */
export function fieldErrors(schema: z.ZodType, values: unknown): Readonly<Record<string, string>> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issueWords(issue)]));
}
