/** `node scripts/check-security.ts`: the rules of `scripts/security/` against the source. The same runs in `npm test`. */
import { checkSource, rules, sourceFiles } from './security/check-source.ts';

const breaches = checkSource();
for (const { place, says, rule } of breaches) console.error(`${place} ${says} (${rule})`);
console.log(`${rules.length} rules, ${sourceFiles().length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length === 0 ? 0 : 1;
