/** A file's bytes in pieces of any length. */
export type BytePieces = readonly Uint8Array[];

/** How much of a file is read at a time, bytes. */
const PIECE_BYTES = 1024 * 1024;

/** Reads a file piece by piece, so that it is never copied whole. */
export async function readPieces(file: Blob): Promise<BytePieces> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    pieces.push(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
  }
  return pieces;
}

export function sizeOf(pieces: BytePieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The first bytes, so many at most. */
export function firstBytes(pieces: BytePieces, most: number): Uint8Array {
  const first: Uint8Array[] = [];
  for (let at = 0, left = most; at < pieces.length && left > 0; at += 1) {
    const part = pieces[at]?.subarray(0, left) ?? new Uint8Array();
    first.push(part);
    left -= part.length;
  }
  return joined(first);
}

export function joined(pieces: BytePieces): Uint8Array {
  const [only, another] = pieces;
  if (only && !another) return only;
  const bytes = new Uint8Array(sizeOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The lines without their line feeds, wherever the pieces are cut. */
export function* linesOf(pieces: BytePieces): Generator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      yield joined([...begun, piece.subarray(start, end)]);
      begun = [];
      start = end + 1;
    }
    begun.push(piece.subarray(start));
  }
  yield joined(begun);
}

const LINE_FEED = 0x0a;
