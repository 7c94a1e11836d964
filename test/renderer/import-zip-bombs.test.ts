import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isZipBomb, openPieces } from '../../renderer/features/import/open-source.ts';
import { told } from '../told.ts';
import { textRow, workbookOf } from './import-workbook.ts';

const MB = 1024 * 1024;

/** A ZIP with one deflated file that states the given size (APPNOTE.TXT 4.3). */
function packed(
  name: string,
  content: Uint8Array,
  { packedTo = deflateRawSync(content), states = content.length } = {},
) {
  const path = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packedTo.length, 14);
  common.writeUInt32LE(states, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, packedTo]);
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    path,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Uint8Array.from(Buffer.concat([local, entry, end]));
}

const zeros = new Uint8Array(30 * MB);

test.each([
  ['that states its size', packed('xl/workbook.xml', zeros)],
  ['that is no workbook', packed('a.bin', zeros)],
  ['that states none', packed('xl/workbook.xml', zeros, { states: 0 })],
  ['that states 4 GB', packed('xl/workbook.xml', zeros, { states: 0xffff_fffe })],
])('a zip bomb %s is called what it is, within two seconds', async (_what, bytes) => {
  const started = performance.now();
  const file = await openPieces('list.xlsx', [bytes]);
  expect(told(file)).toMatchObject({ code: 'file_is_bomb', message: expect.stringContaining('zip bomb') });
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a workbook whose sheet unpacks to more than it states is called a zip bomb', async () => {
  const honest = workbookOf([{ name: 'List', rows: textRow(1, 'Name') }]);
  // The sheet becomes a deflated stream that is longer than stated.
  const bomb = packed('xl/worksheets/sheet1.xml', zeros, { states: 1000 });
  expect(isZipBomb(bomb)).toBe(false);
  const started = performance.now();
  const file = await openPieces('list.xlsx', [joined(honest, bomb, 'xl/worksheets/sheet1.xml')]);
  expect(told(file)).toMatchObject({ code: 'file_is_bomb' });
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a workbook of many equal rows is no zip bomb', () => {
  const rows = Buffer.from(
    Array.from(
      { length: 200_000 },
      (_, at) => `<row r="${at}"><c r="A${at}" s="1"/><c r="B${at}" s="2"/></row>`,
    ).join(''),
  );
  expect(isZipBomb(packed('xl/worksheets/sheet1.xml', rows))).toBe(false);
});

/** The first ZIP with the second's only file in place of its own of this name. */
function joined(first: Uint8Array, second: Uint8Array, name: string): Uint8Array {
  const one = Buffer.from(first);
  const other = Buffer.from(second);
  const directoryAt = one.readUInt32LE(one.length - 6);
  const otherDirectoryAt = other.readUInt32LE(other.length - 6);
  const entries: Buffer[] = [];
  for (let at = directoryAt; at < one.length - 22; ) {
    const length = 46 + one.readUInt16LE(at + 28);
    const entry = Buffer.from(one.subarray(at, at + length));
    if (entry.subarray(46).toString() === name) {
      const replaced = Buffer.from(other.subarray(otherDirectoryAt, otherDirectoryAt + length));
      replaced.writeUInt32LE(directoryAt, 42);
      entries.push(replaced);
    } else entries.push(entry);
    at += length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.from(one.subarray(one.length - 22));
  const files = Buffer.concat([one.subarray(0, directoryAt), other.subarray(0, otherDirectoryAt)]);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(files.length, 16);
  return Uint8Array.from(Buffer.concat([files, directory, end]));
}
