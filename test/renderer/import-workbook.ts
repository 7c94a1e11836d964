import { crc32 } from 'node:zlib';

/** Creates a ZIP of uncompressed files (APPNOTE.TXT 4.3). */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    local.push(Buffer.from('PK\u0003\u0004'), common, path, data);
    const ending = Buffer.alloc(14);
    ending.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, ending, path);
    offset += 30 + path.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Uint8Array.from(Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end]));
}

export interface SheetXml {
  readonly name: string;
  /** The `row` elements. */
  readonly rows: string;
  readonly hidden?: boolean;
  /** XML before the rows, such as `cols`. */
  readonly before?: string;
  /** XML after the rows, such as `hyperlinks`. */
  readonly after?: string;
  /** Targets of `rId1`, `rId2` and so on. */
  readonly links?: readonly string[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const relation = (id: number, type: string, target: string, external = false) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`;
const relations = (all: readonly string[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

/** Writes a workbook as Excel does (ECMA-376 part 1 §18), independently of the library that reads it. */
export function workbookOf(
  sheets: readonly SheetXml[],
  sharedStrings: readonly string[] = [],
  formats: readonly string[] = [],
): Uint8Array {
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
      .map(
        ({ name, hidden }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relation(sheets.length + 1, 'sharedStrings', 'sharedStrings.xml'),
      relation(sheets.length + 2, 'styles', 'styles.xml'),
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${sharedStrings.map((each) => `<si>${each}</si>`).join('')}</sst>`,
    // Style 1 is a date; the following styles have the given formats.
    'xl/styles.xml': stylesOf(formats),
  };
  for (const [at, { rows, before = '', after = '', links = [] }] of sheets.entries()) {
    const path = `xl/worksheets/sheet${at + 1}.xml`;
    files[path] =
      `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
    files[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = relations(
      links.map((target, nth) => relation(nth + 1, 'hyperlink', target, true)),
    );
  }
  return zipOf(files);
}

function stylesOf(formats: readonly string[]): string {
  const own = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const numFmts = own.length === 0 ? '' : `<numFmts count="${own.length}">${own.join('')}</numFmts>`;
  const styles = [0, 14, ...formats.map((_, at) => 164 + at)].map(
    (id) => `<xf numFmtId="${id}"${id === 0 ? '' : ' applyNumberFormat="1"'}/>`,
  );
  return `<styleSheet xmlns="${MAIN}">${numFmts}<cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`;
}

/** A row of inline strings. */
export function textRow(number: number, ...texts: readonly string[]): string {
  const cells = texts.map(
    (text, at) => `<c r="${String.fromCharCode(65 + at)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
  );
  return `<row r="${number}">${cells.join('')}</row>`;
}
