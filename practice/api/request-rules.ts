import { z } from 'zod';
import { createInterviewRequestBody } from '../../shared/service-interface.ts';

/** In bytes. */
export const BODY_LIMIT = 32 * 1024;

/** Digits of an international number (E.164 §6), with room for an extension. */
const PHONE_DIGITS = { min: 7, max: 20 };

/**
 * The create call's body as the practice service accepts it.
 *
 * The interface documents neither required fields nor limits (docs/service.md, Fields), so this tightens the client's
 * schema to what a strict service would plausibly require.
 */
export const strictCreateBody = createInterviewRequestBody.extend({
  resume_url: z.url({ error: 'must be an absolute address' }).max(2048),
  job_description_id: z.guid({ error: 'must be UUID-shaped' }),
  candidate: createInterviewRequestBody.shape.candidate.extend({
    name: z.string().trim().min(1).max(200),
    phone_number: z.string().max(60).refine(isInternationalNumber, {
      error: 'must be a telephone number with a country code, such as +1 555 010 0100',
    }),
  }),
  questionnaire_template_id: z.string().trim().min(1).max(200),
});

/** The path parameters of the status read. */
export const requestIdParams = z.object({ requestId: z.string() });

function isInternationalNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return /^\s*\(?(\+|00)/.test(text) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}
