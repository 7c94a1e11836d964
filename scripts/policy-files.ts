import { z } from 'zod';
import { policySchema } from '../electron/policy/policy-schema.ts';
import { adml, admx } from './policy-templates.ts';

/** The files in `docs/managed/` generated from the policy schema, by name. */
export function policyFiles(): Readonly<Record<string, string>> {
  return {
    'policy.schema.json': schemaText(),
    'Callboard.admx': withCrLf(admx()),
    'en-US/Callboard.adml': withCrLf(adml()),
  };
}

/** The JSON Schema of the input, before normalisation. */
function schemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(policySchema, { target: 'draft-2020-12', io: 'input' }), null, 2)}\n`;
}

function withCrLf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}
