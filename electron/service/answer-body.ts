import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

/**
 * The text of an answer's body. Most are UTF-8, whatever their header says; a service or a proxy may write another
 * encoding, with or without saying so. Never throws: what can't be decoded becomes U+FFFD. Drops a byte order mark, which
 * JSON may not begin with.
 */
export function bodyText(bytes: Uint8Array, contentType: string | undefined): string {
  const wide = wideEncoding(bytes, contentType);
  if (wide) return new TextDecoder(wide).decode(bytes);
  // `stream` accepts a character that was cut off with the body.
  const utf8 = decoded(bytes, 'utf-8', { stream: true });
  if (utf8 !== undefined) return utf8;
  const declared = /charset\s*=\s*"?([\w:.-]{1,40})/i;
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const names = [declared.exec(contentType ?? ''), declared.exec(beginning), XML_ENCODING.exec(beginning)];
  for (const [, name] of names.filter((match) => match !== null)) {
    const text = name === undefined ? undefined : decoded(bytes, name);
    if (text !== undefined) return text;
  }
  return decoded(bytes, 'windows-1252') ?? new TextDecoder().decode(bytes);
}

const XML_ENCODING = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w:.-]{1,40})/i;

/** UTF-16, by its byte order mark, its header, or the zero bytes that Latin letters have in it. */
function wideEncoding(bytes: Uint8Array, contentType = ''): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const zeros = [0, 1].map((offset) =>
    bytes.subarray(0, 200).filter((byte, at) => byte === 0 && at % 2 === offset),
  );
  const most = Math.min(bytes.length, 200) / 4;
  if ((zeros[1]?.length ?? 0) > most && zeros[0]?.length === 0) return 'utf-16le';
  if ((zeros[0]?.length ?? 0) > most && zeros[1]?.length === 0) return 'utf-16be';
  if (/charset\s*=\s*"?utf-16be/i.test(contentType)) return 'utf-16be';
  return /charset\s*=\s*"?utf-16/i.test(contentType) ? 'utf-16le' : undefined;
}

/** Undefined if the encoding is unknown or the bytes are not in it. */
function decoded(
  bytes: Uint8Array,
  encoding: string,
  options?: { readonly stream: boolean },
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, options);
  } catch {
    return undefined;
  }
}

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
