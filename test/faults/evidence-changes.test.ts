import { expect, test } from 'vitest';
import { evidenceFile } from '../../electron/reports/evidence.ts';
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
  'the end of a chain cut off, with a head that fits': (lines, pick) => {
    const { chain } = entryAt(lines, entryIndex(lines, pick));
    const own = lines.slice(1, -1).filter((line) => chainOf(line) === chain);
    const kept = own.slice(0, 1 + pick(own.length - 1));
    const left = lines.slice(0, -1).filter((line) => !own.includes(line) || kept.includes(line));
    const { seq, hash, at } = entryAt(kept, kept.length - 1);
    const heads = headsOf(lines).map((head) => (head.chain === chain ? { ...head, seq, hash, at } : head));
    return [...left, canonicalJson({ heads })];
  },
  'a chain taken out with its head': (lines, pick) => {
    const { chain } = entryAt(lines, entryIndex(lines, pick));
    const left = lines.slice(0, -1).filter((line) => !line.includes(chain));
    return [...left, canonicalJson({ heads: headsOf(lines).filter((head) => head.chain !== chain) })];
  },
  'a chain written for the other one': (lines) => {
    const [one, other] = headsOf(lines);
    return lines.map((line) => line.replaceAll(one?.chain ?? '', '#').replaceAll(other?.chain ?? '', '##'));
  },
  'entries swapped': (lines, pick) => {
    const [one, other] = [entryIndex(lines, pick), entryIndex(lines, pick)];
    return lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
  },
  'an entry copied': (lines, pick) =>
    lines.toSpliced(entryIndex(lines, pick), 0, lines[entryIndex(lines, pick)] ?? ''),
  'everything written anew from an entry on': (lines, pick) => writtenAnew(lines, entryIndex(lines, pick)),
  'the first line changed': (lines, pick) => {
    const [first = ''] = lines;
    const at = pick(first.length);
    return lines.with(0, `${first.slice(0, at)}${String.fromCharCode(97 + pick(26))}${first.slice(at + 1)}`);
  },
  'a chain moved behind the other': ([first = '', ...lines], pick) => {
    const [heads = ''] = lines.splice(-1);
    const moved = lines.filter((line) => line.includes(chainOf(lines[0])));
    const others = lines.slice(moved.length);
    return [first, ...others.toSpliced(1 + pick(others.length), 0, ...moved), heads];
  },
  'an entry written with a member twice': (lines, pick) =>
    rewritten(lines, pick, (text) => text.replace('"seq":', '"seq":0,"seq":')),
  'an entry written with other numbers': (lines, pick) =>
    rewritten(lines, pick, (text) => text.replace(/"at":(\d+)/, pick(2) === 0 ? '"at":$1.0' : '"at":$1e0')),
  'an entry written with escapes': (lines, pick) =>
    rewritten(lines, pick, (text) => text.replace('"kind":"s', '"kind":"\\u0073')),
  'an entry written with spaces': (lines, pick) =>
    rewritten(lines, pick, (text) => text.replaceAll('":', '": ')),
  'an entry with a member more': (lines, pick) =>
    rewritten(lines, pick, (text) => text.replace('{"at"', '{"__proto__":{},"at"')),
  'an entry with the hash of another salt': (lines, pick) =>
    rewritten(lines, pick, (text) =>
      text.replace(/"subject":"[0-9a-f]{8}/, `"subject":"${(2 ** 31 + pick(2 ** 31)).toString(16)}`),
    ),
  'an entry given to the other chain': (lines, pick) => {
    const index = entryIndex(lines, pick);
    const { chain } = entryAt(lines, index);
    const other = headsOf(lines).find((head) => head.chain !== chain)?.chain ?? '';
    return lines.with(index, (lines[index] ?? '').replace(chain, other));
  },
  'a head of the other chain': (lines) => {
    const [one, other] = headsOf(lines);
    return lines.with(-1, canonicalJson({ heads: [{ ...one, hash: other?.hash ?? '' }, other] }));
  },
};

/** Ways to tamper with the bytes of a file. */
const WAYS_WITH_BYTES: Readonly<Record<string, (file: Buffer, pick: Pick) => Buffer>> = {
  'line ends of another system': (file) => Buffer.from(String(file).replaceAll('\n', '\r\n')),
  'a line end of another kind': (file, pick) => {
    const text = String(file);
    const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
    const at = ends[pick(ends.length)] ?? 0;
    const other = ['\r', '\r\n', '\u2028', '\u2029', '\u0085', '\n\n'][pick(6)];
    return Buffer.from(text.slice(0, at) + other + text.slice(at + 1));
  },
  'a byte order mark': (file, pick) =>
    pick(2) === 0 ? Buffer.concat([Buffer.from('\ufeff'), file]) : Buffer.from(`\ufeff${file}`, 'utf16le'),
  'its last bytes cut off': (file, pick) => file.subarray(0, file.length - 1 - pick(9)),
  'something behind it': (file, pick) =>
    Buffer.concat([file, Buffer.from(['\n', ' ', '\0', '{}\n'][pick(4)] ?? '')]),
  'a byte that is no character': (file, pick) => {
    const changed = Buffer.from(file);
    changed[pick(file.length)] = 0x80 + pick(0x80);
    return changed;
  },
  'a byte more': (file, pick) => {
    const at = pick(file.length + 1);
    return Buffer.concat([file.subarray(0, at), Buffer.from([pick(256)]), file.subarray(at)]);
  },
  'a byte less': (file, pick) => {
    const at = pick(file.length);
    return Buffer.concat([file.subarray(0, at), file.subarray(at + 1)]);
  },
  'a bit turned': (file, pick) => {
    const changed = Buffer.from(file);
    const at = pick(file.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << pick(8));
    return changed;
  },
};

test('every changed, cut or swapped entry is found, and a chain written anew by a head noted before', async () => {
  const lines = await someEvidence();
  const noted = headsOf(lines);
  expect(check(fileOf(lines), noted)).toEqual([]);
  const random = seededRandom(SEED);
  const pick: Pick = (limit) => Math.floor(random() * limit);
  const file = fileOf(lines);
  const ways = [
    ...Object.entries(WAYS).map(([name, tamper]) => ({ name, tamper: () => fileOf(tamper(lines, pick)) })),
    ...Object.entries(WAYS_WITH_BYTES).map(([name, tamper]) => ({ name, tamper: () => tamper(file, pick) })),
  ];
  const [missed, misses] = [new Set<string>(), [] as string[]];
  let cases = 0;
  while (cases < CASES) {
    const way = ways[cases % ways.length];
    const tampered = way?.tamper() ?? file;
    if (tampered.equals(file)) continue;
    cases += 1;
    if (check(tampered, noted).length > 0) continue;
    misses.push(way?.name ?? '');
    missed.add(way?.name ?? '');
  }
  reportFigures({ name: 'evidence changed', cases, duplicates: 0, losses: misses.length, needless: 0 });
  expect([...missed]).toEqual([]);
});

/** The file of an installation with its chain and that of another one. */
async function someEvidence(): Promise<Lines> {
  const chains = [await evidenceOfOne(), await evidenceOfOne()].toSorted((one, other) =>
    chainOf(one[1]) < chainOf(other[1]) ? -1 : 1,
  );
  const [first = ''] = chains[0] ?? [];
  const heads = chains.flatMap(headsOf);
  return [first, ...chains.flatMap((lines) => lines.slice(1, -1)), canonicalJson({ heads })];
}

async function evidenceOfOne(): Promise<Lines> {
  const { stores } = await temporaryStorage();
  for (let index = 0; index < 4; index += 1) {
    const queued = sampleSubmission({ createdAt: 1000 + index });
    await stores.submissions.add([queued]);
    await stores.submissions.save([changeBy(queued, { type: 'sending_marked' })]);
  }
  let text = '';
  for await (const part of evidenceFile(stores.evidence)) text += part;
  return text.trimEnd().split('\n');
}

function check(file: Buffer, noted: readonly NotedHead[]): readonly string[] {
  const checked = new FileCheck(noted);
  checked.read(file);
  return checked.end().problems;
}

function fileOf(lines: Lines): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

function chainOf(line = ''): string {
  const entry: EvidenceEntry = JSON.parse(line);
  return entry.chain;
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
  return lines.with(index, canonicalJson(change(entryAt(lines, index), previousOf(lines, index))));
}

function rewritten(lines: Lines, pick: Pick, write: (text: string) => string): Lines {
  const index = entryIndex(lines, pick);
  return lines.with(index, write(lines[index] ?? ''));
}

function rehashed(entry: EvidenceEntry, previous: string): EvidenceEntry {
  return { ...entry, hash: entryHash(entry, previous) };
}

/** As somebody does who owns the computer: all hashes of the chain fit, only the noted head doesn't. */
function writtenAnew(lines: Lines, from: number): Lines {
  const anew = [...lines];
  const { chain } = entryAt(lines, from);
  let [previous, at] = [previousOf(lines, from), 0];
  for (let index = from; index < lines.length - 1; index += 1) {
    const entry = entryAt(lines, index);
    if (entry.chain !== chain) break;
    const written = rehashed(index === from ? { ...entry, at: entry.at + 1 } : entry, previous);
    anew[index] = canonicalJson(written);
    [previous, at] = [written.hash, written.at];
  }
  const heads = headsOf(lines).map((head) => (head.chain === chain ? { ...head, at, hash: previous } : head));
  return anew.with(-1, canonicalJson({ heads }));
}

/** The hash that the entry in this line follows. */
function previousOf(lines: Lines, index: number): string {
  if (index === 1) return NO_PREVIOUS;
  const before = entryAt(lines, index - 1);
  return before.chain === entryAt(lines, index).chain ? before.hash : NO_PREVIOUS;
}
