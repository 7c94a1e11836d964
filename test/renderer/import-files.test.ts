import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { openPieces, openSheet, openText } from '../../renderer/features/import/open-source.ts';
import { MAX_IMPORT_BYTES } from '../../shared/imports.ts';
import { told } from '../told.ts';
import { decodedText } from './decoded-text.ts';
import { textRow, workbookOf, zipOf } from './import-workbook.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function utf16(text: string, littleEndian: boolean, mark = true): Uint8Array {
  const view = new DataView(new ArrayBuffer((mark ? 2 : 0) + text.length * 2));
  if (mark) view.setUint16(0, 0xfeff, littleEndian);
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16((mark ? 2 : 0) + at * 2, text.charCodeAt(at), littleEndian);
  }
  return new Uint8Array(view.buffer);
}

async function opened(bytes: Uint8Array) {
  const file = await openPieces('list', [bytes]);
  if (!file.ok) throw new Error(file.error.code);
  return file.value;
}

const cellsOf = async (bytes: Uint8Array) => (await opened(bytes)).source.rows.map(({ cells }) => cells);

describe('the text of a file', () => {
  test.each([
    ['UTF-8', utf8('Zoë;Łukasz;李'), 'utf-8', 'Zoë;Łukasz;李'],
    ['UTF-8 with a byte order mark', utf8('\uFEFFZoë'), 'utf-8', 'Zoë'],
    ['UTF-16 little endian', utf16('Zoë\t李', true), 'utf-16le', 'Zoë\t李'],
    ['UTF-16 big endian', utf16('Zoë\t李', false), 'utf-16be', 'Zoë\t李'],
    ['UTF-16 without a mark', utf16('Zoë;Phone\nAda;+1', true, false), 'utf-16le', 'Zoë;Phone\nAda;+1'],
    ['UTF-16 big endian without a mark', utf16('Zoë;Phone', false, false), 'utf-16be', 'Zoë;Phone'],
    [
      'UTF-16 of few plain letters',
      utf16('李小龙\n山田太郎\n', true, false),
      'utf-16le',
      '李小龙\n山田太郎\n',
    ],
    ['Windows-1252', Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72), 'windows-1252', 'Müller'],
    [
      'Windows-1252 with signs',
      latin1('Zoë Groß\nFrançois\n5°\n£5'),
      'windows-1252',
      'Zoë Groß\nFrançois\n5°\n£5',
    ],
    ['Mac Roman', latin1('J\u009arg\nM\u009fller'), 'macintosh', 'Jörg\nMüller'],
    ['Mac Roman with line ends of its own', latin1('Ren\u008e\rNo\u0091l'), 'macintosh', 'René\rNoël'],
    [
      'Windows-1250',
      latin1('£ukasz Wójcik\nW¹s\n¯ó³æ\nGra¿yna D¹browska'),
      'windows-1250',
      'Łukasz Wójcik\nWąs\nŻółć\nGrażyna Dąbrowska',
    ],
  ] as const)('is decoded from %s', async (_name, bytes, encoding, text) => {
    expect(await decodedText(bytes)).toMatchObject({ text, decoding: { encoding, mixed: false } });
  });

  test('may mix UTF-8 lines with another encoding', async () => {
    const bytes = Uint8Array.from([...utf8('Zoë\nFrançois\n'), ...latin1('Müller\nAda')]);
    expect(await decodedText(bytes)).toMatchObject({
      text: 'Zoë\nFrançois\nMüller\nAda',
      decoding: { encoding: 'windows-1252', mixed: true },
    });
  });
});

describe('an unsupported file', () => {
  const ole = (name: string) => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...utf16(name, true, false)]);
  test.each([
    ['above 50 MB', new Uint8Array(MAX_IMPORT_BYTES + 1).fill(0x41), 'file_too_large', 'Split'],
    ['empty', new Uint8Array(), 'file_empty', 'another file'],
    ['with zero bytes', Uint8Array.of(0x41, 0, 0x42, 1, 2, 0, 9), 'file_is_binary', '.xlsx'],
    ['that is a PDF', utf8('%PDF-1.7'), 'file_is_document', 'CSV'],
    ['that is a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10), 'file_is_document', 'CSV'],
    ['that is a web page called .xls', utf8('\uFEFF<html><table>'), 'file_is_document', 'CSV'],
    ['that is RTF', utf8('{\\rtf1'), 'file_is_document', 'CSV'],
    [
      'that is a SYLK file',
      utf8('ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Name"\r\nE'),
      'file_is_document',
      'CSV',
    ],
    ['that is a contact card', utf8('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada'), 'file_is_document', 'CSV'],
    ['that is a DIF file', utf8('TABLE\r\n0,1\r\n"EXCEL"\r\n'), 'file_is_document', 'CSV'],
    ['that is a Word document', zipOf({ 'word/document.xml': '<w/>' }), 'file_is_document', 'CSV'],
    [
      'that is an ODS workbook',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
      'file_is_other_workbook',
      '.xlsx',
    ],
    ['that is a zip', zipOf({ 'list.csv': 'Name' }), 'file_is_archive', 'Unpack'],
    ['that is an old workbook', ole('Workbook'), 'file_is_old_workbook', '.xlsx'],
    ['that has a password', ole('EncryptedPackage'), 'file_is_protected', 'without the password'],
    ['that is a broken workbook', workbookOf([]).slice(0, 600), 'file_damaged', 'save it again'],
    ['with nobody in it', utf8('Name;Phone\n\n'), 'no_rows', 'one row per'],
    ['with too many rows', utf8(`Name\n${'a\n'.repeat(100_001)}`), 'too_many_rows', 'Split'],
  ] as const)('%s is refused with advice', async (_name, bytes, code, words) => {
    const file = await openPieces('x', [bytes]);
    expect(told(file)).toMatchObject({ code, nextStep: expect.stringContaining(words) });
  });

  test('that is a password-protected workbook is not taken for an old one', async () => {
    const sheets = [{ name: 'A', rows: [['Name']] }];
    const locked = await writeXlsx({ sheets, encryption: { password: 'p', spinCount: 1 } });
    expect(await openPieces('x.xlsx', [locked])).toMatchObject({ error: { code: 'file_is_protected' } });
  });

  test.each([
    ['a SYLK file (.slk)', 'ID;PWXL;N;E\nP;PGeneral\n'],
    ['a contact card (.vcf)', 'BEGIN:VCARD\nFN:Ada\n'],
    ['a Data Interchange file (.dif)', 'TABLE\n0,1\n"EXCEL"\n'],
    ['a JSON file (.json)', '[\n  {\n    "name": "Ada", "phone": "+493012345"\n  }\n]'],
    ['a JSON file (.json)', '{"candidates": [{"name": "Ada"}]}'],
    ['a calendar file (.ics)', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n'],
    ['an email (.eml)', 'Return-Path: <ada@example.com>\r\nReceived: from mail\r\n'],
    ['an email (.eml)', 'Subject: Our candidates,\r\n as promised\r\nFrom: ada@example.com\r\n\r\nHello'],
  ])('is called %s', async (kind, text) => {
    expect(told(await openPieces('x', [utf8(text)]))).toMatchObject({
      message: `This is ${kind}, not a list.`,
    });
  });

  test('is not a CSV that begins like SYLK', async () => {
    expect(await cellsOf(utf8('ID;Phone;Name\nC;+49 30 123456;Ada'))).toHaveLength(2);
  });

  test.each([
    ['JSON', '{Name};Phone\nAda;+49 30 123456'],
    ['JSON', '[ID];Name\n1;Ada'],
    ['an email', 'From: the fair;Name\n1;Ada'],
    ['an email', 'Subject;Date\nMaths: A;2026'],
  ])('is not a CSV that begins like %s', async (_kind, text) => {
    expect(await cellsOf(utf8(text))).toHaveLength(2);
  });

  test('is not a text that only starts like a ZIP', async () => {
    expect(await cellsOf(utf8('PK;Name\n1;Ada'))).toHaveLength(2);
  });
});

describe('the row with the column names', () => {
  const headerAt = (text: string) => {
    const file = openText('x', text);
    return file.ok && file.value.source.headerAt;
  };
  test.each([
    ['is recognised by known names', 'Name,Phone\nAda,+49 30 123456', 0],
    ['is the first row if that is no candidate', 'Who,Where\nAda,+49 30 123456', 0],
    ['may follow a title', 'Applications 2026;;\n;;\nexported by;HR;\nName;Phone;CV\nAda;+49;x', 2],
    ['is missing if the first row is a candidate', 'Ada,+49 30 123456\nBob,+49 30 654321', null],
    ['is missing if the first row has a national number', 'Ada,0151 2345678\nBob,0151 3456789', null],
  ])('%s', (_what, text, expected) => {
    expect(headerAt(text)).toBe(expected);
  });
});

describe('a workbook', () => {
  test('gives texts, numbers, dates and formula results as a user would type them', async () => {
    const bytes = workbookOf(
      [
        {
          name: 'Sheet1',
          rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>When</t></is></c></row>
            <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3"><v>4.915112345678E12</v></c><c r="C3" s="1"><v>46000</v></c></row>
            <row r="4"><c r="A4" t="str"><f>A3&amp;"x"</f><v>Ada x</v></c><c r="B4"><v>1.5</v></c><c r="C4" t="b"><v>1</v></c></row>`,
        },
      ],
      ['<t>Name</t>', '<t>Phone</t>', '<r><t>Ada </t></r><r><t xml:space="preserve">Lovelace</t></r>'],
    );
    const { source } = await opened(bytes);
    expect(source.rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 'Name', 'Phone', 'When'],
      [3, 'Ada Lovelace', '4915112345678', '2025-12-09'],
      [4, 'Ada x', '1.5', 'TRUE'],
    ]);
  });

  test('with several sheets opens the one with candidates, and any other on request', async () => {
    const bytes = workbookOf([
      { name: 'Notes', rows: textRow(1, 'Call them all') },
      { name: 'Old', hidden: true, rows: textRow(1, 'Name', 'Phone') + textRow(2, 'Old', '+1') },
      { name: 'Candidates', rows: textRow(1, 'Name', 'Phone') + textRow(2, 'Ada', '+1') },
    ]);
    const file = await opened(bytes);
    expect(file.source).toMatchObject({
      sheets: ['Notes', 'Old (hidden)', 'Candidates'],
      sheet: 2,
      headerAt: 0,
    });
    const other = openSheet('x', file.sheets, 1);
    expect(other.ok && other.value.source.rows[1]?.cells).toEqual(['Old', '+1']);
  });

  test('gives link targets and hidden rows', async () => {
    const bytes = workbookOf([
      {
        name: 'A',
        rows: textRow(1, 'Name', 'CV') + textRow(2, 'Ada', 'open').replace('<row', '<row hidden="1"'),
        after: '<hyperlinks><hyperlink ref="B2" r:id="rId1"/></hyperlinks>',
        links: ['https://cv.example/ada.pdf'],
      },
    ]);
    const { source } = await opened(bytes);
    expect(source.rows[1]).toMatchObject({ links: { 1: 'https://cv.example/ada.pdf' }, hidden: true });
  });

  test('gives the link target of a HYPERLINK formula', async () => {
    const link = '<c r="B2" t="str"><f>HYPERLINK("https://cv.example/ada.pdf","CV")</f><v>CV</v></c>';
    const rows = `${textRow(1, 'Name', 'CV')}<row r="2"><c r="A2" t="inlineStr"><is><t>Ada</t></is></c>${link}</row>`;
    const { source } = await opened(workbookOf([{ name: 'A', rows }]));
    expect(source.rows[1]).toMatchObject({
      cells: ['Ada', 'CV'],
      links: { 1: 'https://cv.example/ada.pdf' },
    });
  });

  test('with 10,000 rows is read completely', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => [
      `Person ${at}`,
      4_915_110_000_000 + at,
      'https://x.example',
    ]);
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['Name', 'Phone', 'CV'], ...rows] }] });
    expect((await opened(bytes)).source.rows).toHaveLength(10_001);
  });
});
