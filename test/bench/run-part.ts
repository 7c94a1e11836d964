/** node test/bench/run-part.ts NAME ROUNDS: runs one part of the benchmark, alone in this process, and sends what it found. */
import { BenchFolders } from './bench-folders.ts';
import { parts } from './parts/index.ts';

const [name, rounds] = process.argv.slice(2);
const part = parts.find((each) => each.name === name);
if (!part) throw new Error(`There is no part ${name} of the benchmark.`);
const say = (words: string): void => void process.stderr.write(`  ${words}\n`);
const folders = new BenchFolders(say);
try {
  const found = await part.run({
    rounds: Number(rounds),
    say,
    temporaryFolder: () => folders.temporary(),
    dataset: (requests) => folders.dataset(requests),
  });
  const told = new Set([...found.figures, ...(found.notRun ?? [])].map(({ budget }) => budget));
  const missing = part.budgets.filter((budget) => !told.delete(budget));
  if (missing.length + told.size > 0)
    throw new Error(
      `Not measured: ${missing.join(', ') || 'none'}; not named: ${[...told].join(', ') || 'none'}.`,
    );
  process.send?.(found);
} finally {
  folders.remove();
}
process.disconnect?.();
