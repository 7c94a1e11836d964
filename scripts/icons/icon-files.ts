/** Encodes icon files for Windows and macOS. */
import type { RenderedImage } from './draw-icon.ts';

/** Larger images are stored as PNG in an .ico, smaller ones as bitmaps, which every program can read. */
const PNG_FROM = 256;

/** An .ico file with these images. Format: learn.microsoft.com, "Icons" (ICONDIR, ICONDIRENTRY). */
export function icoFile(images: readonly RenderedImage[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  const bodies = images.map((image) => (image.width >= PNG_FROM ? image.png : iconBitmap(image)));
  let offset = head.length;
  for (const [index, { width, height }] of images.entries()) {
    const at = 6 + 16 * index;
    const size = bodies[index]?.length ?? 0;
    // 0 means 256.
    head.writeUInt8(width % 256, at);
    head.writeUInt8(height % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(size, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += size;
  }
  return Buffer.concat([head, ...bodies]);
}

/** A device-independent bitmap with alpha. Its header says double height, for the legacy mask, which is all zero. */
function iconBitmap({ width, height, pixels }: RenderedImage): Buffer {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(width, 4);
  head.writeInt32LE(height * 2, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const mask = Buffer.alloc(Math.ceil(width / 32) * 4 * height);
  return Buffer.concat([head, bottomUpRows(width, height, pixels, 4), mask]);
}

/** A .bmp file without alpha, for the Windows installer. */
export function bmpFile({ width, height, pixels }: RenderedImage): Buffer {
  const rows = bottomUpRows(width, height, pixels, 3);
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(head.length + rows.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, rows]);
}

/** BGR(A) rows from bottom to top, each padded to a multiple of four bytes. */
function bottomUpRows(width: number, height: number, pixels: Buffer, bytes: 3 | 4): Buffer {
  const row = Math.ceil((width * bytes) / 4) * 4;
  const rows = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = ((height - 1 - y) * width + x) * 4;
      const to = y * row + x * bytes;
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(from, from + 4);
      rows.set(bytes === 4 ? [blue, green, red, alpha] : [blue, green, red], to);
    }
  }
  return rows;
}

/** An .icns file of PNG images with their type codes. */
export function icnsFile(entries: readonly (readonly [type: string, png: Buffer])[]): Buffer {
  const parts = entries.map(([type, png]) => Buffer.concat([icnsHead(type, png.length + 8), png]));
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([icnsHead('icns', size), ...parts]);
}

function icnsHead(type: string, size: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'ascii');
  head.writeUInt32BE(size, 4);
  return head;
}
