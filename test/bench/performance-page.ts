import { readFileSync, writeFileSync } from 'node:fs';
import { budgetRows, growthRows, HEADS, type Results } from './results.ts';

const BEGIN = '<!-- figures: written by npm run bench, as it measured them -->';
const END = '<!-- end of the figures -->';

/** Puts the figures into the place for them in `file` (docs/performance.md). */
export function writeFigures(file: string, results: Results): void {
  writeFileSync(file, withFigures(readFileSync(file, 'utf8'), results));
}

/** The page with these figures instead of those it has. Throws where it has no place for them. */
export function withFigures(page: string, results: Results): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('The page has no place for the figures.');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figuresText(results)}\n${page.slice(end)}`;
}

/** The machine and both tables in Markdown. */
function figuresText(results: Results): string {
  const { at, machine, rounds, notRun } = results;
  const measured = `Measured on ${at.slice(0, 10)}: ${machine.cpus}, ${machine.memoryGiB} GiB, Node ${machine.node.slice(1)}, ${machine.system}; at least ${rounds} interleaved rounds.`;
  const budgets = budgetRows(results).map((row) =>
    row.map((cell) => (cell === 'MISSED' ? '**missed**' : cell)),
  );
  const missing = notRun.map(({ budget, what, why }) => `- ${budget}, ${what}: not run: ${why}`);
  const [heads, ...growth] = growthRows(results);
  return [
    measured,
    '',
    ...markdownTable(HEADS, budgets),
    '',
    ...missing,
    ...(heads ? ['', 'How cost grows with the history:', '', ...markdownTable(heads, growth)] : []),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
