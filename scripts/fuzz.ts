/**
 * `npm run fuzz [-- links|ipc|files|policy|answers|all] [--runs N] [--seed S] [--path P] [--only TEST]`: the long forms
 * of the tests in test/fuzz; `npm test` runs their short ones with one seed. 100,000 links, and for the rest minutes.
 *
 * `--seed` makes the same run again, `--path` and `--only` one case of it: a failure says which.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const PARTS = ['links', 'ipc', 'files', 'policy', 'answers'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    path: { type: 'string' },
    only: { type: 'string' },
  },
});
const [what = 'all'] = positionals;
const isNumber = (text: string | undefined): boolean => text === undefined || /^\d+$/.test(text);
if (![...PARTS, 'all'].includes(what) || !isNumber(values.runs) || !isNumber(values.seed)) {
  console.error(
    `Usage: npm run fuzz [-- ${PARTS.join('|')}|all] [--runs N] [--seed S] [--path P] [--only TEST]`,
  );
  process.exit(2);
}

const root = join(import.meta.dirname, '..');
console.log(`Seed ${values.seed}`);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project=node',
    ...(what === 'all' ? ['test/fuzz/'] : [`test/fuzz/${what}.test.ts`]),
    ...(values.only === undefined ? [] : ['-t', values.only]),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_LONG: '1',
      FUZZ_SEED: values.seed,
      ...(values.runs === undefined ? {} : { FUZZ_RUNS: values.runs }),
      ...(values.path === undefined ? {} : { FUZZ_PATH: values.path }),
    },
  },
);
process.exitCode = status ?? 1;
