import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRows, createFieldChecker, libraryNames } from '../../renderer/features/import/check-rows.ts';
import { matchHeaders } from '../../renderer/features/import/match-headers.ts';
import { openPieces, openSheet } from '../../renderer/features/import/open-source.ts';
import { headersOf, type ImportSource } from '../../renderer/features/import/source-rows.ts';
import { MAX_ROWS } from '../../shared/imports.ts';
import { submissionInput } from '../../shared/submission.ts';
import { textRow, workbookOf, zipOf } from '../renderer/import-workbook.ts';
import { FUZZ_TIMEOUT, survives } from './fuzzing.ts';
import { hostileText, isPolluted } from './hostile.ts';

const PART = 'files';
const GOOD_ROW = [
  'Ada',
  '+12025550143',
  'https://cv.example/1',
  '123e4567-e89b-12d3-a456-426614174000',
  'general',
];
const cell = fc.oneof(
  { arbitrary: fc.constantFrom(...GOOD_ROW), weight: 2 },
  { arbitrary: hostileText, weight: 1 },
);
const row = fc.oneof(
  { arbitrary: fc.constant(GOOD_ROW), weight: 1 },
  { arbitrary: fc.array(cell, { maxLength: 7 }), weight: 3 },
);
const table = fc
  .array(row, { maxLength: 8 })
  .map((rows) => [['Name', 'Phone', 'CV', 'Job', 'Questionnaire'], ...rows]);

const separated = fc
  .tuple(table, fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([rows, comma, end]) =>
    rows
      .map((each) =>
        each
          .map((text) => (/["\r\n,;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
          .join(comma),
      )
      .join(end),
  );
const xmlText = (text: string): string => text.replaceAll(/[<&>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const workbook = table.map((rows) =>
  workbookOf([{ name: 'A', rows: rows.map((cells, at) => textRow(at + 1, ...cells.map(xmlText))).join('') }]),
);
/** Own markup, expanding entities, and paths outside the archive. */
const oddArchive = fc
  .dictionary(
    fc.constantFrom(
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      '../../evil.xml',
      '/etc/passwd',
      '__proto__',
    ),
    fc.oneof(
      fc.constantFrom(
        '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;">]><a>&y;</a>',
        '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
        '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
        '<'.repeat(2000),
        '<a>'.repeat(20_000),
      ),
      hostileText,
    ),
    { maxKeys: 6 },
  )
  .map(zipOf);

/** Overwrites some bytes and may cut off the rest. */
function damaged(file: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(file, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 }), fc.option(fc.nat()))
    .map(([bytes, changes, cut]) => {
      const copy = Uint8Array.from(bytes);
      for (const [at, value] of changes) copy[at % Math.max(1, copy.length)] = value;
      return cut === null ? copy : copy.subarray(0, cut % (copy.length + 1));
    });
}

const textBytes = fc
  .tuple(separated, fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1'))
  .map(([text, encoding]) => Uint8Array.from(Buffer.from(text, encoding)));
const file = fc.oneof(
  { arbitrary: textBytes, weight: 3 },
  { arbitrary: damaged(textBytes), weight: 2 },
  { arbitrary: workbook, weight: 2 },
  { arbitrary: damaged(workbook), weight: 3 },
  { arbitrary: oddArchive, weight: 1 },
  { arbitrary: fc.uint8Array({ maxLength: 400 }), weight: 1 },
);

/** Checks that every row is validated, and that valid rows would be accepted by New request. */
function expectRows(source: ImportSource): void {
  const options = {
    mapping: matchHeaders(headersOf(source)),
    corrections: new Map(),
    chosen: new Map(),
    check: createFieldChecker(),
    lookUp: libraryNames([]),
  };
  for (const checked of checkRows(source, options)) {
    if (checked.fields === null) expect(checked.problems).not.toEqual([]);
    else expect(submissionInput.safeParse(checked.fields).success).toBe(true);
  }
}

test(
  'whatever a file holds, it is read or said to be unreadable, and only what is right can be submitted',
  () =>
    survives(
      PART,
      { short: 80, long: 20_000 },
      fc.asyncProperty(file, async (bytes) => {
        const opened = await openPieces('list', [bytes]);
        if (opened.ok) {
          expect(opened.value.source.rows.length).toBeLessThanOrEqual(MAX_ROWS + 100);
          expectRows(opened.value.source);
          const sheets = opened.value.sheets.map((_, at) => openSheet('list', opened.value.sheets, at));
          for (const sheet of sheets) if (sheet.ok) expectRows(sheet.value.source);
        } else {
          expect(opened.error.code).toMatch(/^[a-z_]+$/);
        }
        expect(isPolluted()).toBe(false);
      }),
    ),
  FUZZ_TIMEOUT,
);
