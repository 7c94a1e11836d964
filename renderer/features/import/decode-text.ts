import { fail, ok, type Result } from '../../../shared/result.ts';

/** Larger than any list of people one would have called, bytes. */
export const MOST_BYTES = 10 * 1024 * 1024;

const MOST_BYTES_WORDS = '10 MB';

/** A file's text, and how its letters were read. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** Refuses a file by its size alone, before it is read. Error: `file_too_large`. */
export function checkSize(bytes: number): Result<null> {
  if (bytes <= MOST_BYTES) return ok(null);
  return fail('file_too_large', `This file is larger than ${MOST_BYTES_WORDS}.`, {
    nextStep: 'Split it into several files, or keep only the columns shown below, and save it as CSV.',
  });
}

/**
 * The text of a CSV or TSV file as spreadsheets write them: UTF-8, UTF-16 with a byte order mark (Excel's "Unicode
 * text"), else Windows-1252 (Excel's plain "CSV" in western Europe and America).
 *
 * Errors: `file_too_large`, `file_is_workbook`, `file_is_binary`.
 */
export function decodeText(bytes: Uint8Array): Result<DecodedText> {
  const size = checkSize(bytes.length);
  if (!size.ok) return size;
  if (startsWith(bytes, 0xff, 0xfe)) return decodedAs('utf-16le', bytes, 'UTF-16');
  if (startsWith(bytes, 0xfe, 0xff)) return decodedAs('utf-16be', bytes, 'UTF-16');
  if (isWorkbook(bytes)) {
    return fail('file_is_workbook', 'This is a workbook, not a CSV file.', {
      nextStep:
        'Open it in your spreadsheet program, save it as CSV (UTF-8), and choose the new file. Or copy the rows and paste them here.',
    });
  }
  if (bytes.includes(0)) {
    return fail('file_is_binary', 'This is not a text file.', {
      nextStep: 'Save your list as CSV (UTF-8) in the program it comes from, and choose that file.',
    });
  }
  try {
    return ok({ text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' });
  } catch {
    return decodedAs('windows-1252', bytes, 'Windows-1252');
  }
}

function decodedAs(label: string, bytes: Uint8Array, encoding: DecodedText['encoding']): Result<DecodedText> {
  return ok({ text: new TextDecoder(label).decode(bytes), encoding });
}

/** A zip ("PK", with what follows it: xlsx, ods, numbers) or an OLE container (xls before 2007). */
function isWorkbook(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ||
    startsWith(bytes, 0x50, 0x4b, 0x05, 0x06) ||
    startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
  );
}

function startsWith(bytes: Uint8Array, ...signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
