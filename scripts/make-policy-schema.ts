/** Writes the published descriptions of the policy; a test fails if they are out of date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyFiles } from './policy-files.ts';

const folder = join(import.meta.dirname, '../docs/managed');
mkdirSync(join(folder, 'en-US'), { recursive: true });
for (const [name, text] of Object.entries(policyFiles())) writeFileSync(join(folder, name), text);
