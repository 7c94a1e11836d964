import { fail, ok, type Result } from '../../../../shared/result.ts';

/** Larger than any list of people one would have called, bytes. */
export const MOST_BYTES = 10 * 1024 * 1024;

const MOST_BYTES_WORDS = '10 MB';

type OneByteName = (typeof ONE_BYTE)[number]['name'];

/** A file's text, and how its letters were read. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | OneByteName | `UTF-8 and ${OneByteName}`;
}

/** Refuses a file by its size alone, before it is read. Error: `file_too_large`. */
export function checkSize(bytes: number): Result<null> {
  if (bytes <= MOST_BYTES) return ok(null);
  return fail('file_too_large', `This file is larger than ${MOST_BYTES_WORDS}.`, {
    nextStep:
      'Split it into several files, or delete the columns and sheets that are not needed, and choose it again.',
  });
}

/**
 * The text of a CSV or TSV file as spreadsheets write them: UTF-8, UTF-16 (Excel's "Unicode text"), else Windows-1252
 * (Excel's plain "CSV" in western Europe and America), Mac Roman or Windows-1250 (in central Europe). Files put together from several may have lines of two kinds.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Order(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  const text = asUtf8(bytes);
  if (text !== undefined) return { text, encoding: 'UTF-8' };
  return decodeLines(bytes);
}

/** By its byte order mark or, without one, by the zeros that every second byte of Western text is. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length * 0.3;
  if (odd > many && even < odd / 20) return 'utf-16le';
  return even > many && odd < even / 20 ? 'utf-16be' : undefined;
}

/** Whether these bytes cannot be text in any encoding read here. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Order(bytes) === undefined && bytes.includes(0);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Encodings of one byte a letter, the likeliest first. */
const ONE_BYTE = [
  { name: 'Windows-1252', decoder: new TextDecoder('windows-1252') },
  { name: 'Mac Roman', decoder: new TextDecoder('macintosh') },
  { name: 'Windows-1250', decoder: new TextDecoder('windows-1250') },
] as const;

/** Signs where letters should be, and capitals inside words: `£ukasz`, `MŸller`. */
const ODD =
  /[£¯¥](?=\p{L})|\p{L}[³¹¿≥π](?=\p{L})|\p{L}¿|\p{Ll}[ŠŽŒ]|\p{L}Ÿ|\p{L}[‡ˆ‰†§¤¦¬±¶¸\u0080-\u009f]|[‡ˆ‰≥π\u0080-\u009f]\p{L}/gu;

/** The encoding that leaves the fewest odd places; in doubt the likeliest. */
function oneByteEncoding(bytes: Uint8Array): (typeof ONE_BYTE)[number] {
  const [likeliest, ofMac] = ONE_BYTE;
  // Lines that end in a carriage return alone are an old Mac's.
  if (!bytes.includes(LINE_FEED) && bytes.includes(CARRIAGE_RETURN)) return ofMac;
  const odd = ONE_BYTE.map(({ decoder }) => decoder.decode(bytes).match(ODD)?.length ?? 0);
  return ONE_BYTE[odd.indexOf(Math.min(...odd))] ?? likeliest;
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Line by line, for lists are often pasted together from files of different programs. */
function decodeLines(bytes: Uint8Array): DecodedText {
  const lines: string[] = [];
  const { name, decoder } = oneByteEncoding(bytes);
  let mixed = false;
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    const text = asUtf8(line);
    mixed ||= text !== undefined && text.length < line.length;
    lines.push(text ?? decoder.decode(line));
    start = end + 1;
  }
  return { text: lines.join('\n'), encoding: mixed ? `UTF-8 and ${name}` : name };
}
