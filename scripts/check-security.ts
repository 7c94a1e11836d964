/**
 * `node scripts/check-security.ts`: checks the source with the rules of `scripts/security/`, and that it uses Electron's
 * members where the system has them, as `npm test` does.
 */
import { checkSource, rules, sourceFiles } from './security/check-source.ts';
import { platformProblems } from './security/platform-members.ts';

const breaches = checkSource();
for (const { place, says, rule } of breaches) console.error(`${place} ${says} (${rule})`);
console.log(`${rules.length} rules, ${sourceFiles().length} files, ${breaches.length} breaches`);
const problems = platformProblems();
for (const problem of problems) console.error(problem);
process.exitCode = breaches.length === 0 && problems.length === 0 ? 0 : 1;
