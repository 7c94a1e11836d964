import type { DocumentKind } from '../../../../shared/failures.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import { type BytePieces, firstBytes, joined, sizeOf } from './byte-pieces.ts';
import { checkSize, isBinary } from './decode-text.ts';
import { isZipBomb } from './zip-bomb.ts';

/** The type of a file by its content, whatever its name. */
export type FileType = 'workbook' | 'text';

/**
 * Detects the type of a file by its content. Errors: `file_too_large`, `file_empty`, and for unsupported types
 * `file_is_protected`, `file_is_old_workbook`, `file_is_other_workbook`, `file_is_document`, `file_is_archive`,
 * `file_is_bomb`, `file_is_binary`.
 */
export function detectFileType(pieces: BytePieces): Result<FileType> {
  const bytes = sizeOf(pieces);
  const size = checkSize(bytes);
  if (!size.ok) return size;
  if (bytes === 0) return fail('file_empty');
  const head = firstBytes(pieces, 512);
  if (startsWith(head, ZIP) || startsWith(head, EMPTY_ZIP)) return detectZipType(joined(pieces));
  if (startsWith(head, OLE)) return detectOleType(joined(pieces));
  const document = DOCUMENTS.find(({ begins }) => startsWith(head, begins));
  if (document) return fail('file_is_document', { kind: document.kind });
  if (isBinary(pieces)) return fail('file_is_binary');
  const beginning = latin1.decode(head).replace(/^ï»¿/, '').trimStart();
  const format = TEXT_FORMATS.find(({ begins }) => begins.test(beginning));
  return format ? fail('file_is_document', { kind: format.kind }) : ok('text');
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const DOCUMENTS: readonly { readonly begins: readonly number[]; readonly kind: DocumentKind }[] = [
  { begins: [...'%PDF-'].map(code), kind: 'pdf' },
  { begins: [...'{\\rtf'].map(code), kind: 'rtf' },
  { begins: [0x89, 0x50, 0x4e, 0x47], kind: 'picture' },
  { begins: [0xff, 0xd8, 0xff], kind: 'picture' },
  { begins: [...'GIF8'].map(code), kind: 'picture' },
  { begins: [0x1f, 0x8b], kind: 'packed' },
];

const TEXT_FORMATS: readonly { readonly begins: RegExp; readonly kind: DocumentKind }[] = [
  {
    begins: /^<(!doctype html|html|table|head|body)\b/i,
    kind: 'web_page',
  },
  { begins: /^<\?xml\b/i, kind: 'xml' },
  { begins: /^BEGIN:VCARD\s/i, kind: 'vcard' },
  { begins: /^BEGIN:VCALENDAR\s/i, kind: 'calendar' },
  // With a quotation mark or a bracket, because a column may be called `[ID]`.
  { begins: /^(?:\{\s*"|\[\s*["[{])/, kind: 'json' },
  // A field that a mail server writes, or two fields (RFC 5322 §2.2), of which a list may have one as the name of a column.
  {
    begins:
      /^(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version|DKIM-Signature|ARC-[\w-]+|Authentication-Results):\s/i,
    kind: 'mail',
  },
  {
    begins: /^(?:From|To|Cc|Reply-To|Subject|Date|X-[\w-]+):[ \t].*\r?\n(?:[ \t].*\r?\n)*[\w-]+:[ \t]/i,
    kind: 'mail',
  },
  { begins: /^TABLE\r?\n0,1\r?\n/, kind: 'dif' },
  // Not just `ID;P`, with which a CSV may begin: `ID;Phone`.
  { begins: /^ID;P\w*(?:;[NE])*\r?\n(?:[BCFOP]|NN|NE);[A-Z]/, kind: 'sylk' },
];

/** Detects the type of a ZIP by the file names in it (ECMA-376 part 2; OpenDocument 1.3 part 2 §3). */
function detectZipType(bytes: Uint8Array): Result<FileType> {
  if (isZipBomb(bytes)) return fail('file_is_bomb');
  const holds = (name: string) => includes(bytes, [...name].map(code));
  if (holds('xl/workbook.xml')) return ok('workbook');
  if (holds('xl/workbook.bin') || holds('opendocument.spreadsheet') || holds('Index/Document.iwa')) {
    return fail('file_is_other_workbook');
  }
  if (holds('word/document.xml') || holds('ppt/') || holds('opendocument.text')) {
    return fail('file_is_document', { kind: 'text' });
  }
  return fail('file_is_archive');
}

/** The container of Office files before 2007, and of password-protected ones since ([MS-OFFCRYPTO] §1.3.2). */
function detectOleType(bytes: Uint8Array): Result<FileType> {
  if (includes(bytes, utf16('EncryptedPackage'))) {
    return fail('file_is_protected');
  }
  if (includes(bytes, utf16('WordDocument'))) return fail('file_is_document', { kind: 'text' });
  return fail('file_is_old_workbook');
}

const latin1 = new TextDecoder('latin1');

function code(letter: string): number {
  return letter.charCodeAt(0);
}

function utf16(text: string): number[] {
  return [...text].flatMap((letter) => [code(letter), 0]);
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function includes(bytes: Uint8Array, sought: readonly number[]): boolean {
  const [first = 0] = sought;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (sought.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}
