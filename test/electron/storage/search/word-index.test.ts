import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../../electron/storage/migrate.ts';
import { wordsIn } from '../../../../electron/storage/search/folded.ts';
import { RESULT, searchDocument } from '../../../../electron/storage/search/search-document.ts';
import { expressionOf } from '../../../../electron/storage/search/search-query.ts';
import { type IndexedWord, rowsWithAny } from '../../../../electron/storage/search/word-index.ts';
import { SeededRandom } from '../../../bench/seeded-random.ts';

function emptyIndex(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  return db;
}

function write(db: DatabaseSync, row: number, words: string): void {
  db.prepare('INSERT OR REPLACE INTO request_search (rowid, words) VALUES (?, ?)').run(row, words);
}

/** What FTS5 itself finds. */
function matched(db: DatabaseSync, words: readonly IndexedWord[]): number[] {
  return db
    .prepare('SELECT rowid FROM request_search WHERE request_search MATCH ? ORDER BY rowid')
    .all(expressionOf([words]))
    .map(({ rowid }) => Number(rowid));
}

function read(db: DatabaseSync, words: readonly IndexedWord[], end: number): number[] | undefined {
  const rows = rowsWithAny(db, words, end)?.rows();
  return rows && [...rows];
}

const exactly = (text: string): IndexedWord => ({ text, beginning: false });
const beginningWith = (text: string): IndexedWord => ({ text, beginning: true });

const SYLLABLES = ['an', 'be', 'ça', 'da', 'ер', 'फि', '高', 'go', 'an', 'an'];

/** Short words are frequent, and begin many others. */
function madeUpWord(random: SeededRandom): string {
  return Array.from({ length: random.whole(1, 4) }, () => random.one(SYLLABLES)).join('');
}

test('the words that FTS5 finds are read from its pages alike, through changes, removals and merges', () => {
  const random = new SeededRandom(7);
  const db = emptyIndex();
  const rows = 1200;
  const indexed = Array.from({ length: 200 }, () => madeUpWord(random));
  let found = 0;
  for (let round = 0; round < 8; round += 1) {
    db.exec('BEGIN');
    for (let turn = 0; turn < (round === 0 ? rows : 150); turn += 1) {
      const row = round === 0 ? turn + 1 : random.whole(1, rows);
      if (round > 0 && random.chance(0.2)) {
        db.prepare('DELETE FROM request_search WHERE rowid = ?').run(row);
      } else {
        // One word that all share has more rows than a page holds.
        const own = Array.from({ length: random.whole(1, 12) }, () => random.one(indexed));
        write(db, row, [...new Set(['anand', ...own, ...own.map((word) => RESULT + word)])].join(' '));
      }
    }
    db.exec('COMMIT');
    if (round === 4) db.exec(`INSERT INTO request_search (request_search, rank) VALUES ('merge', 30)`);
    if (round === 6) db.exec(`INSERT INTO request_search (request_search) VALUES ('optimize')`);
    for (let turn = 0; turn < 40; turn += 1) {
      const word = random.chance(0.8) ? random.one(indexed) : madeUpWord(random);
      const part = [...word].slice(0, random.whole(1, [...word].length)).join('');
      for (const words of [
        [exactly(word)],
        [beginningWith(part)],
        [beginningWith(part), beginningWith(RESULT + part), exactly('anand')],
      ]) {
        const expected = matched(db, words);
        expect(read(db, words, rows + 1), JSON.stringify(words)).toEqual(expected);
        found += expected.length;
      }
    }
  }
  expect(found).toBeGreaterThan(50_000);
  expect(read(db, [exactly('anand')], 11)).toEqual(matched(db, [exactly('anand')]).filter((row) => row < 32));
});

test('words of which each fills pages are told apart', () => {
  const db = emptyIndex();
  db.exec('BEGIN');
  for (let row = 1; row <= 12_000; row += 1) write(db, 1000 * row, `b bb c d${row % 2}`);
  db.exec('COMMIT');
  for (const word of ['a', 'b', 'bb', 'c', 'd', 'd0', 'd1', 'e']) {
    for (const words of [[exactly(word)], [beginningWith(word)]])
      expect(read(db, words, 12_000_001), JSON.stringify(words)).toEqual(matched(db, words));
  }
});

test('every letter that a word can be made of is looked for as it is stored', () => {
  const db = emptyIndex();
  const letters = new Set<string>();
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const letter = code >= 0xd8_00 && code < 0xe0_00 ? '' : String.fromCodePoint(code);
    for (const word of wordsIn(letter)) for (const each of word) letters.add(each);
  }
  expect(letters.size).toBeGreaterThan(100_000);
  write(db, 1, [...letters].map((letter) => `x${letter}y`).join(' '));
  db.exec('CREATE VIRTUAL TABLE vocabulary USING fts5vocab(request_search, row)');
  const stored = new Set(
    db
      .prepare('SELECT term FROM vocabulary')
      .all()
      .map(({ term }) => term),
  );
  const otherwise = [...letters].filter((letter) => !stored.has(`x${letter}y`));
  expect(otherwise).toEqual(['ς']);
  for (const letter of [...otherwise, 'e', 'و', '高'])
    expect(read(db, [exactly(`x${letter}y`)], 9), letter).toEqual([1]);
});

test('within a transaction, whose words FTS5 holds back, nothing is read', () => {
  const db = emptyIndex();
  write(db, 1, 'ada');
  db.exec('BEGIN');
  write(db, 2, 'ada');
  expect(read(db, [exactly('ada')], 10)).toBeUndefined();
  db.exec('COMMIT');
  expect(read(db, [exactly('ada')], 10)).toEqual([1, 2]);
});

test('an index in another form than the known one is left to FTS5', () => {
  for (const form of ['', `, content = '', contentless_delete = 1`]) {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    db.exec(`CREATE VIRTUAL TABLE request_search USING fts5 (words, detail = none${form})`);
    write(db, 1, 'ada');
    expect(read(db, [exactly('ada')], 10)).toEqual(form === '' ? undefined : [1]);
  }
});

test('what is indexed of a request is read word by word', () => {
  const db = emptyIndex();
  const document = searchDocument({
    candidateName: "Δημήτρης O'Brien",
    phoneNumber: '+4915112345678',
    notes: 'call again',
    facets: [12],
    results: { summary: 'Speaks Greek fluently' },
  });
  write(db, 7, document);
  for (const text of document.split(' ')) expect(read(db, [exactly(text)], 10), text).toEqual([7]);
});
