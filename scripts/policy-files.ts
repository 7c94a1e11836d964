import { z } from 'zod';
import { policySchema } from '../electron/policy/policy-schema.ts';
import { adml, admx } from './policy-templates.ts';

/** The files in `docs/managed/` that are made from the policy's own schema, by their names. */
export function policyFiles(): Readonly<Record<string, string>> {
  return {
    'policy.schema.json': schemaText(),
    'Callboard.admx': windowsLines(admx()),
    'en-US/Callboard.adml': windowsLines(adml()),
  };
}

/** What goes in, before Callboard tidies it. */
function schemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(policySchema, { target: 'draft-2020-12', io: 'input' }), null, 2)}\n`;
}

function windowsLines(text: string): string {
  return text.replaceAll('\n', '\r\n');
}
