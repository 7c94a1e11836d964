import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

/** The Accept-Encoding header of our requests (RFC 9110 §12.5.3). */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

type Decompress = (compressed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;

const DECOMPRESS: Readonly<Record<string, Decompress>> = {
  gzip: (compressed, maxBytes) => promisify(gunzip)(compressed, { maxOutputLength: maxBytes }),
  // The standard has a zlib header (RFC 9110 §8.4.1.2); some servers leave it out.
  deflate: (compressed, maxBytes) =>
    promisify(inflate)(compressed, { maxOutputLength: maxBytes }).catch(() =>
      promisify(inflateRaw)(compressed, { maxOutputLength: maxBytes }),
    ),
  br: (compressed, maxBytes) => promisify(brotliDecompress)(compressed, { maxOutputLength: maxBytes }),
  zstd: (compressed, maxBytes) => promisify(zstdDecompress)(compressed, { maxOutputLength: maxBytes }),
};

/** More layers than anyone compresses a body in. */
const MAX_LAYERS = 3;

/** The decompressed body; empty, with the reason, if it can't be decompressed. */
export async function decodedBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly failure: Error | undefined }> {
  const layers = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity');
  if (layers.length === 0 || bytes.length === 0) return { bytes, failure: undefined };
  try {
    if (layers.length > MAX_LAYERS) throw new Error('The answer is compressed too many times.');
    let body = bytes;
    // Content-Encoding lists layers in the order they were applied.
    for (const layer of layers.toReversed()) {
      const decompress = Object.hasOwn(DECOMPRESS, layer) ? DECOMPRESS[layer] : undefined;
      if (!decompress) throw new Error(`Callboard cannot read the answer's compression: ${layer}`);
      body = await decompress(body, maxBytes);
    }
    return { bytes: body, failure: undefined };
  } catch (error) {
    return { bytes: new Uint8Array(), failure: error instanceof Error ? error : new Error(String(error)) };
  }
}
