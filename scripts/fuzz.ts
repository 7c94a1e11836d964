/**
 * `npm run fuzz [-- links|ipc|files|policy|policy-rules|answers|all] [--runs N] [--seed S] [--path P] [--only TEST]`: long versions
 * of
 * the tests in test/fuzz: 100,000 links, and some minutes for each other part. `npm test` runs short ones with a fixed
 * seed.
 *
 * `--seed` repeats a run, `--path` and `--only` a single case; a failure prints their values.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const PARTS = ['links', 'ipc', 'files', 'policy', 'policy-rules', 'answers'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    path: { type: 'string' },
    only: { type: 'string' },
  },
});
const [target = 'all'] = positionals;
const isNumber = (text: string | undefined): boolean => text === undefined || /^\d+$/.test(text);
if (![...PARTS, 'all'].includes(target) || !isNumber(values.runs) || !isNumber(values.seed)) {
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
    ...(target === 'all' ? ['test/fuzz/'] : [`test/fuzz/${target}.test.ts`]),
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
