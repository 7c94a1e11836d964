import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { openPieces } from '../../renderer/features/import/open-source.ts';
import { parseTable } from '../../renderer/features/import/source-rows.ts';
import { readPieces, type TextEncoding } from '../../renderer/features/import/text-encodings.ts';
import { MAX_ROWS } from '../../shared/imports.ts';
import { encodeText } from './encode-text.ts';

/** What breaks where a text is cut: quotes, their doubles, both line ends, delimiters, marks and blanks. */
const csv = fc
  .array(
    fc.constantFrom(
      '"',
      '""',
      ',',
      ';',
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      '\uFEFF',
      'Ada',
      'Zoë',
      '李',
      '🙂',
      '"a\nb"',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** Where something is cut: lengths of the pieces, again and again. */
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

function cut<Whole extends { readonly length: number; slice(from: number, to: number): Whole }>(
  whole: Whole,
  lengths: readonly number[],
): Whole[] {
  const pieces: Whole[] = [];
  for (let at = 0, nth = 0; at < whole.length; nth += 1) {
    const end = at + (lengths[nth % lengths.length] ?? 1);
    pieces.push(whole.slice(at, end));
    at = end;
  }
  return pieces;
}

describe('however a text is cut, its rows are', () => {
  test('the same', () => {
    fc.assert(
      fc.property(csv, cuts, fc.integer({ min: 1, max: 60 }), (body, lengths, pieceLength) => {
        const text = `sep=,\n${body}`;
        const whole = [...parseTable([text])].flat();
        expect([...parseTable(cut(text, lengths), Math.max(6, pieceLength))].flat()).toEqual(whole);
      }),
      { numRuns: 2000 },
    );
  });

  test('those that Papa Parse finds in the whole', () => {
    fc.assert(
      fc.property(csv, cuts, fc.integer({ min: 6, max: 60 }), (body, lengths, pieceLength) => {
        const lines = body.replace(/\r\n?/g, '\n');
        const { data, errors } = new Papa.Parser({ delimiter: ',', newline: '\n' }).parse(lines, 0, false);
        const expected = data
          .map((cells, at) => ({ number: at + 1, cells, brokenQuote: errors.some(({ row }) => row === at) }))
          .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
        const rows = [...parseTable(cut(`sep=,\n${body}`, lengths), pieceLength)].flat();
        expect(rows).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

const HEADERS = 'Candidate name;Phone number;Resume link;Remarks\r\n';

describe('however the bytes of a file are cut, what is read is the same', () => {
  test.each<[TextEncoding, string, (text: string) => Uint8Array]>([
    ['utf-8', 'Zoë;李小龙;"Łukasz ""Ł"""', (text) => encodeText(text, 'utf-8')],
    ['utf-8', 'Ada;+49 1511 2345678', (text) => encodeText(`\uFEFF${text}`, 'utf-8')],
    ['windows-1252', 'Müller;François;"Jürgen\r\nZoë"', (text) => encodeText(text, 'windows-1252')],
    ['utf-16le', 'Zoë;李小龙;🙂', (text) => encodeText(`\uFEFF${text}`, 'utf-16le')],
    ['utf-16be', 'Zoë;李小龙;🙂', (text) => encodeText(text, 'utf-16be')],
    ['shift_jis', '山田太郎;佐藤花子', (text) => encodeText(text, 'shift_jis')],
    ['iso-2022-jp', '山田太郎;佐藤花子', (text) => encodeText(text, 'iso-2022-jp')],
  ])('(%s: %s)', async (_encoding, line, encode) => {
    const bytes = encode(HEADERS + `${line}\r\n`.repeat(8));
    const whole = await openPieces('list', [bytes]);
    expect(whole).toMatchObject({ ok: true, value: { source: { headerAt: 0 } } });
    await fc.assert(
      fc.asyncProperty(cuts, async (lengths) => {
        expect(await openPieces('list', cut(bytes, lengths))).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  test('a NUL byte far behind makes it no text', async () => {
    const bytes = encodeText(`${HEADERS}Ada;+49\r\n\0`, 'utf-8');
    expect(await openPieces('list', cut(bytes, [3]))).toMatchObject({ error: { code: 'file_is_binary' } });
  });

  test('UTF-8 lines among lines of another encoding are found', async () => {
    const lines = [HEADERS, 'Müller;1\n'.repeat(5)];
    const bytes = Uint8Array.from([
      ...encodeText(lines.join(''), 'windows-1252'),
      ...encodeText('Zoë;2\n', 'utf-8'),
    ]);
    const opened = await openPieces('list', cut(bytes, [2, 3]));
    expect(opened).toMatchObject({
      value: { source: { decoding: { encoding: 'windows-1252', mixed: true } } },
    });
    expect(opened.ok && opened.value.source.rows.at(-1)?.cells).toEqual(['Zoë', '2']);
  });
});

test('a large file is read in several pieces, in order', async () => {
  const text =
    HEADERS + Array.from({ length: 40_000 }, (_, at) => `Ada ${at};+49 ${at};;"a ""b"" c"\r\n`).join('');
  const told: number[] = [];
  const opened = await openPieces('list', await readPieces(new Blob([text])), {
    onRows: (rows) => told.push(...rows.map(({ number }) => number)),
  });
  const { rows } = opened.ok ? opened.value.source : { rows: [] };
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40_001 }, (_, at) => at + 1));
  expect(rows.at(-1)?.cells).toEqual(['Ada 39999', '+49 39999', '', 'a "b" c']);
  expect(told).toEqual(rows.map(({ number }) => number));
});

test('reading stops at the first rows too many', async () => {
  let told = 0;
  const text = `${HEADERS}${'Ada Lovelace;+49\n'.repeat(4 * MAX_ROWS)}`;
  const onRows = (rows: readonly unknown[]) => (told += rows.length);
  const opened = await openPieces('list', await readPieces(new Blob([text])), { onRows });
  expect(opened).toMatchObject({ error: { code: 'too_many_rows' } });
  expect(told).toBeLessThan(2 * MAX_ROWS);
});
