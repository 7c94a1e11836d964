import { expect, test } from 'vitest';
import { evidenceFile } from '../../electron/evidence/evidence-file.ts';
import { canonicalJson, entryHash, FileCheck, type NotedHead } from '../../scripts/verify-evidence.mjs';
import { type EvidenceEntry, NO_PREVIOUS } from '../../shared/evidence.ts';
import { changeBy, sampleSubmission } from '../electron/sample-submission.ts';
import { temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { askedFor, reportFigures } from './figures.ts';
import { seededRandom } from './seeded-random.ts';

const CASES = askedFor('FAULTS_CHANGES', 1000);
const SEED = askedFor('FAULTS_SEED', 20);

/** Below `limit`. */
type Pick = (limit: number) => number;
type Lines = readonly string[];

/** Ways to tamper with a file of evidence: its first line says what it is, its last one has the heads. */
const WAYS: Readonly<Record<string, (lines: Lines, pick: Pick) => Lines>> = {
  'a byte changed': (lines, pick) => {
    const index = 1 + pick(lines.length - 1);
    const text = lines[index] ?? '';
    const at = pick(text.length);
    return lines.with(index, text.slice(0, at) + String.fromCharCode(33 + pick(94)) + text.slice(at + 1));
  },
  'a fact changed': (lines, pick) =>
    changed(lines, pick, (entry) => ({ ...entry, facts: { attempt: pick(9) } })),
  'a time changed': (lines, pick) =>
    changed(lines, pick, (entry) => ({ ...entry, at: entry.at + 1 + pick(9) })),
  'an entry changed with its hash': (lines, pick) =>
    changed(
      lines.slice(0, -1),
      pick,
      (entry, previous) => rehashed({ ...entry, at: entry.at + 1 }, previous),
      1,
    ).concat(lines.slice(-1)),
  'entries cut out': (lines, pick) => lines.toSpliced(entryIndex(lines, pick), 1 + pick(3)),
  'the end cut off': (lines, pick) => lines.slice(0, 1 + pick(lines.length - 1)),
  'entries swapped': (lines, pick) => {
    const [one, other] = [entryIndex(lines, pick), entryIndex(lines, pick)];
    return lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
  },
  'an entry copied': (lines, pick) =>
    lines.toSpliced(entryIndex(lines, pick), 0, lines[entryIndex(lines, pick)] ?? ''),
  'everything written anew from an entry on': (lines, pick) => writtenAnew(lines, entryIndex(lines, pick)),
};

test('every changed, cut or swapped entry is found, and a chain written anew by a head noted before', async () => {
  const lines = await someEvidence();
  const noted = headsOf(lines);
  expect(check(lines, noted)).toEqual([]);
  const random = seededRandom(SEED);
  const pick: Pick = (limit) => Math.floor(random() * limit);
  const ways = Object.entries(WAYS);
  let [cases, missed] = [0, 0];
  while (cases < CASES) {
    const [, tamper] = ways[cases % ways.length] ?? [];
    const tampered = tamper?.(lines, pick) ?? lines;
    if (tampered.join('\n') === lines.join('\n')) continue;
    cases += 1;
    if (check(tampered, noted).length === 0) missed += 1;
  }
  reportFigures({ name: 'evidence changed', cases, duplicates: 0, losses: missed, needless: 0 });
  expect(missed).toBe(0);
});

async function someEvidence(): Promise<Lines> {
  const { stores } = await temporaryStorage();
  for (let index = 0; index < 6; index += 1) {
    const queued = sampleSubmission({ createdAt: 1000 + index });
    await stores.submissions.add([queued]);
    await stores.submissions.save([changeBy(queued, { type: 'sending_marked' })]);
  }
  let text = '';
  for await (const part of evidenceFile(stores.evidence)) text += part;
  return text.trimEnd().split('\n');
}

function check(lines: Lines, noted: readonly NotedHead[]): readonly string[] {
  const file = new FileCheck(noted);
  for (const line of lines) file.add(line);
  return file.end().problems;
}

function headsOf(lines: Lines): readonly NotedHead[] {
  const last: { readonly heads: readonly NotedHead[] } = JSON.parse(lines.at(-1) ?? '');
  return last.heads;
}

function entryIndex(lines: Lines, pick: Pick): number {
  return 1 + pick(lines.length - 2);
}

function entryAt(lines: Lines, index: number): EvidenceEntry {
  return JSON.parse(lines[index] ?? '');
}

function changed(
  lines: Lines,
  pick: Pick,
  change: (entry: EvidenceEntry, previous: string) => EvidenceEntry,
  /** Entries at the end that stay. */
  kept = 0,
): Lines {
  const index = 1 + pick(lines.length - 2 - kept);
  const previous = index === 1 ? NO_PREVIOUS : entryAt(lines, index - 1).hash;
  return lines.with(index, canonicalJson(change(entryAt(lines, index), previous)));
}

function rehashed(entry: EvidenceEntry, previous: string): EvidenceEntry {
  return { ...entry, hash: entryHash(entry, previous) };
}

/** As somebody does who owns the computer: all hashes fit, only the noted head doesn't. */
function writtenAnew(lines: Lines, from: number): Lines {
  const anew = [...lines];
  let previous = from === 1 ? NO_PREVIOUS : entryAt(lines, from - 1).hash;
  for (let index = from; index < lines.length - 1; index += 1) {
    const entry = entryAt(lines, index);
    const written = rehashed(index === from ? { ...entry, at: entry.at + 1 } : entry, previous);
    anew[index] = canonicalJson(written);
    previous = written.hash;
  }
  const { at } = entryAt(anew, anew.length - 2);
  const heads = headsOf(lines).map((head) => ({ ...head, at, hash: previous }));
  anew[lines.length - 1] = canonicalJson({ heads });
  return anew;
}
