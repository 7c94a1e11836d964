import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MOMENTS } from './rules-table/moments.ts';
import { allSituations, nameOf, type Situation } from './rules-table/situations.ts';

const FILE = join(import.meta.dirname, 'rules-table', 'answers.tsv');

/**
 * The file has what every place answers in which a rule may speak against a call. `RULES_TABLE=write` writes it anew: only in
 * a commit that says why an answer is another one. `npm run faults -- rules` asks all situations, a usual run every third.
 */
const STEP = process.env['FAULTS_RUNS'] === undefined ? 3 : 1;

test('every situation gets at every moment the answer that the table has', { timeout: 600_000 }, async () => {
  const situations = allSituations();
  if (process.env['RULES_TABLE'] === 'write') writeFileSync(FILE, await tableOf(situations));
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual(situations.map(nameOf));
  const asked = situations.filter((_each, index) => index % STEP === 0);
  const differences: string[] = [];
  let cases = 0;
  for (const situation of asked) {
    const line = lines[situations.indexOf(situation)] ?? '';
    const then = new Map(head.split('\t').map((column, at) => [column, line.split('\t')[at]]));
    const now = await answersIn(situation);
    expect([...now.keys()]).toEqual([...then.keys()].slice(1));
    for (const [column, answer] of now) {
      const before = then.get(column);
      if (before !== answer) differences.push(`${nameOf(situation)}, ${column}: ${before} -> ${answer}`);
      cases += 1;
    }
  }
  expect(differences).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(20_000);
});

async function tableOf(situations: readonly Situation[]): Promise<string> {
  const lines: string[] = [];
  let columns: readonly string[] = [];
  for (const situation of situations) {
    const answers = await answersIn(situation);
    columns = [...answers.keys()];
    lines.push([nameOf(situation), ...answers.values()].join('\t'));
  }
  return `${[['situation', ...columns].join('\t'), ...lines].join('\n')}\n`;
}

async function answersIn(situation: Situation): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const moment of MOMENTS) {
    for (const [column, answer] of Object.entries(await moment(situation))) answers.set(column, answer);
  }
  return answers;
}
