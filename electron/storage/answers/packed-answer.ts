import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A text as it lies in the database. */
export type Packed = Uint8Array;

/** No dictionary is larger than the window of DEFLATE (RFC 1951 §2). */
export const LARGEST_DICTIONARY_BYTES = 32 * 1024;

/** No answer is longer once unpacked: the service's are 8 MiB at most, and a restored backup may not swell here. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** Compresses a text; what is alike in `dictionary` takes hardly any room. */
export function pack(text: string, dictionary: Uint8Array): Packed {
  return deflateRawSync(text, { dictionary, level: 6 });
}

/** The text that was packed with this very dictionary. */
export function unpack(packed: Packed, dictionary: Uint8Array): string {
  return inflateRawSync(packed, { dictionary, maxOutputLength: LONGEST_ANSWER_BYTES }).toString('utf8');
}
