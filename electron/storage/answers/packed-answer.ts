import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A text as it lies in the database. */
export type Packed = Uint8Array;

/** No dictionary is larger than the window of DEFLATE (RFC 1951 §2). */
export const LARGEST_DICTIONARY_BYTES = 32 * 1024;

/** No answer is longer once unpacked: the service's are 8 MiB at most, and a restored backup may not swell here. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** In front of what was packed with the request's id at hand: no DEFLATE stream begins so (a block of the reserved type). */
const WITH_ID = 0b111;

/** Compresses an answer to a request; what is alike in `dictionary` takes hardly any room, nor does the request's id. */
export function pack(answer: string, dictionary: Uint8Array, requestId: string): Packed {
  const packed = deflateRawSync(answer, { dictionary: withId(dictionary, requestId), level: 9 });
  return Buffer.concat([Uint8Array.of(WITH_ID), packed]);
}

/** The answer that was packed with this very dictionary. */
export function unpack(packed: Packed, dictionary: Uint8Array, requestId: string): string {
  const [bytes, known] =
    packed[0] === WITH_ID ? [packed.subarray(1), withId(dictionary, requestId)] : [packed, dictionary];
  return inflateRawSync(bytes, { dictionary: known, maxOutputLength: LONGEST_ANSWER_BYTES }).toString('utf8');
}

/** The dictionary with the beginning of the answer behind it; what is too long for the window goes at its front. */
function withId(dictionary: Uint8Array, requestId: string): Uint8Array {
  const whole = Buffer.concat([
    dictionary,
    Buffer.from(JSON.stringify({ request_id: requestId }).slice(0, -1)),
  ]);
  return whole.subarray(-LARGEST_DICTIONARY_BYTES);
}
