/** More than any workbook of 50 MB unpacks to, bytes; the reader holds all of it in memory. */
const MOST_UNPACKED = 600 * 1024 * 1024;

/** A small workbook of equal rows may pack well, so the ratio alone is no sign. */
const HARMLESS = 20 * 1024 * 1024;
/** The XML of real workbooks packs to about a tenth; of nothing but equal rows, to a fortieth. */
const MOST_RATIO = 100;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;

/**
 * Whether a ZIP says of itself that it unpacks to absurdly much (APPNOTE.TXT 4.3.12). One that lies about its sizes is
 * found when it is unpacked: the reader stops at the size that the entry states.
 */
export function isZipBomb(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let unpacked = 0;
  for (let at = directoryStart(view); at !== null && at + 46 <= view.byteLength; ) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) break;
    const size = unpackedSize(view, at);
    // Content that claims to have no length would not be stopped at it.
    if (size === 0 && view.getUint32(at + 20, true) > 2) return true;
    unpacked += size;
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return unpacked > MOST_UNPACKED || (unpacked > HARMLESS && unpacked > MOST_RATIO * bytes.length);
}

/** The size that a directory entry states; some programs always write it as 64 bits (APPNOTE.TXT 4.5.3). */
function unpackedSize(view: DataView, entry: number): number {
  const size = view.getUint32(entry + 24, true);
  if (size !== IN_ZIP64) return size;
  const end = view.byteLength - 12;
  const extra = entry + 46 + view.getUint16(entry + 28, true);
  const extraEnd = Math.min(extra + view.getUint16(entry + 30, true), end);
  for (let at = extra; at <= extraEnd; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === ZIP64_FIELD) return Number(view.getBigUint64(at + 4, true));
  }
  return size;
}

/** Where the central directory begins; null if there is none. */
function directoryStart(view: DataView): number | null {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return view.getUint32(at + 16, true);
  }
  return null;
}
