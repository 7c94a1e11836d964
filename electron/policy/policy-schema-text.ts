import { z } from 'zod';
import { policySchema } from './policy-schema.ts';

/** The JSON Schema of the policy file, as it is published: what goes in, before Callboard tidies it. */
export function policySchemaText(): string {
  const schema = z.toJSONSchema(policySchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
