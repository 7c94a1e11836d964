import type { z } from 'zod';
import { issueWords } from '../../../shared/words/input-words.ts';

/** The first validation message of each field, by the field's path (`consent.wording`). */
export function fieldErrors(schema: z.ZodType, values: unknown): Readonly<Record<string, string>> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issueWords(issue)]));
}
