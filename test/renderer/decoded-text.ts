import { decodeText } from '../../renderer/features/import/decode-text.ts';
import type { TextEncoding } from '../../renderer/features/import/text-encodings.ts';

/** A whole text, and how it was decoded. */
export async function decodedText(bytes: Uint8Array, chosen?: TextEncoding) {
  const { texts, decoding } = await decodeText([bytes], chosen);
  const text = [...texts].join('');
  return { text, decoding: decoding() };
}
