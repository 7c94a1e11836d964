import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

/** What an answer's body may be packed in, for the header of the requests (RFC 9110 §12.5.3). */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

type Unpack = (packed: Uint8Array, most: number) => Promise<Uint8Array>;

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: (packed, most) => promisify(gunzip)(packed, { maxOutputLength: most }),
  // By the standard with a head (RFC 9110 §8.4.1.2); some servers leave it out.
  deflate: (packed, most) =>
    promisify(inflate)(packed, { maxOutputLength: most }).catch(() =>
      promisify(inflateRaw)(packed, { maxOutputLength: most }),
    ),
  br: (packed, most) => promisify(brotliDecompress)(packed, { maxOutputLength: most }),
  zstd: (packed, most) => promisify(zstdDecompress)(packed, { maxOutputLength: most }),
};

/** More layers than anybody packs a body in. */
const MOST_LAYERS = 3;

/** A body as it was before it was packed; without its bytes, and with the reason, where it cannot be unpacked. */
export async function decodedBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  mostBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly failure: Error | undefined }> {
  const layers = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity');
  if (layers.length === 0 || bytes.length === 0) return { bytes, failure: undefined };
  try {
    if (layers.length > MOST_LAYERS) throw new Error('The answer is packed in too many layers.');
    let unpacked = bytes;
    // The last one named was packed last.
    for (const layer of layers.toReversed()) {
      const unpack = Object.hasOwn(UNPACK, layer) ? UNPACK[layer] : undefined;
      if (!unpack) throw new Error(`The answer is packed in a way that Callboard cannot read: ${layer}`);
      unpacked = await unpack(unpacked, mostBytes);
    }
    return { bytes: unpacked, failure: undefined };
  } catch (error) {
    return { bytes: new Uint8Array(), failure: error instanceof Error ? error : new Error(String(error)) };
  }
}
