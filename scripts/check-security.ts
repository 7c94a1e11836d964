/** `node scripts/check-security.ts`: checks the source with the rules of `scripts/security/`, as `npm test` does. */
import { checkSource, rules, sourceFiles } from './security/check-source.ts';

const breaches = checkSource();
for (const { place, says, rule } of breaches) console.error(`${place} ${says} (${rule})`);
console.log(`${rules.length} rules, ${sourceFiles().length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length === 0 ? 0 : 1;
