import { z } from 'zod';
import { issueMessage } from './input-problems.ts';

/** The longest reason of a verdict, in UTF-16 code units. */
export const MAX_REASON_LENGTH = 2000;

/** A reason of verdicts, as it is kept to be used again. */
export const reasonText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_REASON_LENGTH, issueMessage('too_long', { most: MAX_REASON_LENGTH }));
