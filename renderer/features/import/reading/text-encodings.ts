import { type DosCodePage, decodeDos } from './dos-code-pages.ts';

/** Groups of encodings, in the order they are offered. */
export const ENCODING_GROUPS = [
  'Unicode',
  'Western European',
  'Central European',
  'Baltic',
  'Turkish',
  'Cyrillic',
  'Greek',
  'Hebrew',
  'Arabic',
  'Thai',
  'Japanese',
  'Chinese',
  'Korean',
] as const;
export type EncodingGroup = (typeof ENCODING_GROUPS)[number];

interface EncodingEntry {
  readonly group: EncodingGroup;
  readonly name: string;
  /** The code page, for encodings that `TextDecoder` lacks. */
  readonly dos?: DosCodePage;
  /** The detector's names for it; absent if it is not detected statistically. */
  readonly detected?: readonly string[];
}

/** The supported encodings by their labels in the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels). */
const ENCODINGS = {
  'utf-8': { group: 'Unicode', name: 'Unicode (UTF-8)' },
  'utf-16le': { group: 'Unicode', name: 'Unicode (UTF-16)' },
  'utf-16be': { group: 'Unicode', name: 'Unicode (UTF-16, big endian)' },
  'windows-1252': {
    group: 'Western European',
    name: 'Western European (Windows-1252)',
    detected: ['windows-1252'],
  },
  macintosh: { group: 'Western European', name: 'Western European (Mac Roman)', detected: ['mac-roman'] },
  cp850: {
    group: 'Western European',
    name: 'Western European (DOS, CP850)',
    dos: 'cp850',
    detected: ['cp850'],
  },
  cp437: {
    group: 'Western European',
    name: 'Western European (DOS, CP437)',
    dos: 'cp437',
    detected: ['cp437'],
  },
  'windows-1250': {
    group: 'Central European',
    name: 'Central European (Windows-1250)',
    detected: ['windows-1250'],
  },
  'iso-8859-2': {
    group: 'Central European',
    name: 'Central European (ISO-8859-2)',
    detected: ['iso-8859-2'],
  },
  cp852: {
    group: 'Central European',
    name: 'Central European (DOS, CP852)',
    dos: 'cp852',
    detected: ['cp852'],
  },
  'windows-1257': { group: 'Baltic', name: 'Baltic (Windows-1257)', detected: ['windows-1257'] },
  'windows-1254': { group: 'Turkish', name: 'Turkish (Windows-1254)', detected: ['windows-1254'] },
  'windows-1251': { group: 'Cyrillic', name: 'Cyrillic (Windows-1251)', detected: ['windows-1251'] },
  'koi8-r': { group: 'Cyrillic', name: 'Cyrillic (KOI8-R)', detected: ['koi8-r'] },
  'koi8-u': { group: 'Cyrillic', name: 'Cyrillic, Ukrainian (KOI8-U)', detected: ['koi8-u'] },
  'iso-8859-5': { group: 'Cyrillic', name: 'Cyrillic (ISO-8859-5)', detected: ['iso-8859-5'] },
  ibm866: { group: 'Cyrillic', name: 'Cyrillic (DOS, CP866)', detected: ['cp866'] },
  'x-mac-cyrillic': { group: 'Cyrillic', name: 'Cyrillic (Mac)', detected: ['mac-cyrillic'] },
  'windows-1253': { group: 'Greek', name: 'Greek (Windows-1253)', detected: ['windows-1253'] },
  'iso-8859-7': { group: 'Greek', name: 'Greek (ISO-8859-7)', detected: ['iso-8859-7'] },
  'windows-1255': { group: 'Hebrew', name: 'Hebrew (Windows-1255)', detected: ['windows-1255'] },
  'windows-1256': { group: 'Arabic', name: 'Arabic (Windows-1256)', detected: ['windows-1256'] },
  'windows-874': { group: 'Thai', name: 'Thai (Windows-874)', detected: ['cp874', 'tis-620'] },
  shift_jis: { group: 'Japanese', name: 'Japanese (Shift-JIS)', detected: ['cp932', 'shift_jis_2004'] },
  'euc-jp': { group: 'Japanese', name: 'Japanese (EUC-JP)', detected: ['euc-jis-2004'] },
  'iso-2022-jp': { group: 'Japanese', name: 'Japanese (ISO-2022-JP)' },
  gb18030: { group: 'Chinese', name: 'Chinese, simplified (GB18030)', detected: ['gb18030'] },
  big5: { group: 'Chinese', name: 'Chinese, traditional (Big5)', detected: ['big5hkscs'] },
  'euc-kr': { group: 'Korean', name: 'Korean (EUC-KR)', detected: ['cp949', 'euc-kr'] },
} as const satisfies Readonly<Record<string, EncodingEntry>>;

export type TextEncoding = keyof typeof ENCODINGS;

/** The encodings whose lines can't be decoded one by one. */
export type StreamedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-2022-jp';

export function isStreamed(encoding: TextEncoding): encoding is StreamedEncoding {
  return encodingGroup(encoding) === 'Unicode' || encoding === 'iso-2022-jp';
}

/** All encodings, by group. */
export const TEXT_ENCODINGS = Object.keys(ENCODINGS) as readonly TextEncoding[];

/** The encodings that only their text tells apart. */
export function isTextEncoding(name: unknown): name is TextEncoding {
  return TEXT_ENCODINGS.some((encoding) => encoding === name);
}

export const LEGACY_ENCODINGS = TEXT_ENCODINGS.filter((encoding) => 'detected' in ENCODINGS[encoding]);

const entryOf = (encoding: TextEncoding): EncodingEntry => ENCODINGS[encoding];

/** An encoding's name on screen: `Cyrillic (Windows-1251)`. */
export function encodingName(encoding: TextEncoding): string {
  return entryOf(encoding).name;
}

export function encodingGroup(encoding: TextEncoding): EncodingGroup {
  return entryOf(encoding).group;
}

/** The detector's names for an encoding; empty if it is not detected statistically. */
export function detectorNames(encoding: TextEncoding): readonly string[] {
  return entryOf(encoding).detected ?? [];
}

/** Decodes bytes; invalid sequences become U+FFFD, and a byte order mark is removed. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  const { dos } = entryOf(encoding);
  return dos === undefined ? new TextDecoder(encoding).decode(bytes) : decodeDos(bytes, dos);
}

/** Decodes Unicode or ISO-2022-JP that comes in pieces, which may be cut within a character. */
export function* decodePieces(pieces: Iterable<Uint8Array>, encoding: StreamedEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
