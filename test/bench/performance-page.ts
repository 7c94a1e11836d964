import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draw } from './curves.ts';
import { type Figure, isMet } from './part.ts';
import { PICTURES } from './pictures.ts';
import { boundWords, inOrder, type Results, shown, whatWords } from './results.ts';

const BEGIN = '<!-- figures: written by the benchmark, as it measured them -->';
const END = '<!-- end of the figures -->';

/** Draws what there are figures for into `docs`/performance; answers the files. */
export function writePictures(docs: string, figures: readonly Figure[]): readonly string[] {
  const folder = join(docs, 'performance');
  mkdirSync(folder, { recursive: true });
  return PICTURES.flatMap((picture) => {
    const svg = draw(picture, figures);
    if (svg === undefined) return [];
    const file = join(folder, `${picture.file}.svg`);
    writeFileSync(file, svg);
    return [file];
  });
}

/** Puts the figures into the place for them in `docs`/performance.md. */
export function writeFigures(docs: string, results: Results): void {
  const file = join(docs, 'performance.md');
  writeFileSync(file, withFigures(readFileSync(file, 'utf8'), results));
}

/** The page with these figures instead of those it has. Throws where it has no place for them. */
export function withFigures(page: string, results: Results): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('The page has no place for the figures.');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figuresText(results)}\n${page.slice(end)}`;
}

/** The machine and the goals' figures in Markdown; those that only explain others are in bench-results.json. */
function figuresText({ at, machine, rounds, figures, notRun }: Results): string {
  const measured = `Measured on ${at.slice(0, 10)}: ${machine.cpus}, ${machine.memoryGiB} GiB, Node ${machine.node.slice(1)}, ${machine.system}; at least ${rounds} interleaved rounds.`;
  const rows = inOrder(figures)
    .filter(({ bound }) => bound !== undefined)
    .map((figure) => [
      figure.goal,
      whatWords(figure),
      shown(figure.value, figure.unit),
      boundWords(figure),
      isMet(figure) ? 'yes' : '**no**',
      behindWords(figure),
    ]);
  const table = [['', 'what', 'figure', 'goal', 'met', 'behind it'], Array(6).fill('---'), ...rows];
  const missing = notRun.map(({ goal, what, why }) => `- ${goal}, ${what}: not run: ${why}`);
  return [measured, '', ...table.map((cells) => `| ${cells.map(inCell).join(' | ')} |`), '', ...missing]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** More than so many a row of the table does not hold: they are in bench-results.json. */
const MOST_BEHIND = 6;

/** `app 312, Pool x8 181 ms` of { 'app ms': 312, 'Pool x8 ms': 181 }: the unit is the last word of each name. */
function behindWords({ behind = {} }: Figure): string {
  if (Object.keys(behind).length > MOST_BEHIND) return '';
  return Object.entries(behind)
    .map(([name, value]) => {
      const [, what = name, unit = ''] = /^(.*) (\S+)$/.exec(name) ?? [];
      return `${what} ${shown(value, unit)}`;
    })
    .join(', ');
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
