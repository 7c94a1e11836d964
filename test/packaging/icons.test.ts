import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { drawSvg, styleIcon } from '../../scripts/icons/draw-icon.ts';
import { ICNS_TYPES, ICO_SIZES, MAC, PNG_ICONS, WHOLE } from '../../scripts/icons/icon-set.ts';
import { chromiumLaunchOptions } from '../e2e/driver/chromium.ts';

const folder = join(import.meta.dirname, '../../build');
const source = readFileSync(join(folder, 'icon.svg'), 'utf8');
const read = (file: string): Buffer => readFileSync(join(folder, file));
const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Width and height from a PNG file's IHDR chunk. */
function pngSize(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** The images of an .ico file, with the sizes in its directory. */
function icoEntries(ico: Buffer): { size: number; content: Buffer }[] {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = ico.subarray(6 + 16 * index, 22 + 16 * index);
    const offset = entry.readUInt32LE(12);
    return {
      size: entry.readUInt8(0) || 256,
      content: ico.subarray(offset, offset + entry.readUInt32LE(8)),
    };
  });
}

/** The images of an .icns file by type code. */
function icnsEntries(icns: Buffer): { type: string; content: Buffer }[] {
  const entries: { type: string; content: Buffer }[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const content = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
    entries.push({ type: icns.toString('ascii', at, at + 4), content });
  }
  return entries;
}

describe('the icons', () => {
  test('are up to date with their source (otherwise run scripts/make-icons.ts)', () => {
    const manifest = JSON.parse(read('icons/manifest.json').toString('utf8'));
    expect(manifest['icon.svg']).toBe(hash(source));
    const present = [...globSync('icons/**/*.png', { cwd: folder }), 'icon.png', 'icon.ico', 'icon.icns'];
    const made = Object.fromEntries(
      [...present, 'installerSidebar.bmp'].map((file) => [file.replaceAll('\\', '/'), hash(read(file))]),
    );
    expect(manifest.made).toEqual(made);
  });

  test.each(PNG_ICONS)('$file is $size pixels wide and high', ({ file, size }) => {
    expect(pngSize(read(file))).toEqual([size, size]);
  });

  test('for Windows are in one file, in all required sizes', () => {
    const entries = icoEntries(read('icon.ico'));
    expect(entries.map(({ size }) => size)).toEqual([...ICO_SIZES]);
    for (const { size, content } of entries) {
      if (size === 256) expect(pngSize(content)).toEqual([256, 256]);
      // A bitmap's header has double height, for the legacy mask.
      else expect([content.readInt32LE(4), content.readInt32LE(8)]).toEqual([size, size * 2]);
    }
  });

  test('for macOS are in one file, in all required sizes', () => {
    const icns = read('icon.icns');
    expect(icns.toString('ascii', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const sizes = icnsEntries(icns).map(({ type, content }) => [type, pngSize(content)[0]]);
    expect(sizes).toEqual(ICNS_TYPES.map(([type, size]) => [type, size]));
  });

  test('look like the source when rendered again', async () => {
    const browser = await chromium.launch(chromiumLaunchOptions());
    try {
      const page = await browser.newPage();
      const tray = PNG_ICONS.filter(({ file }) => file.endsWith('@2x.png'));
      const app = PNG_ICONS.filter(({ size }) => size === 16 || size === 256);
      const mac = icnsEntries(read('icon.icns')).find(({ type }) => type === 'ic07');
      const pictures = [
        ...[...tray, ...app].map(({ file, size, style }) => ({ png: read(file), size, style })),
        { png: mac?.content ?? Buffer.alloc(0), size: 128, style: MAC },
        { png: read('icon.png'), size: 1024, style: WHOLE },
      ];
      for (const { png, size, style } of pictures) {
        const drawn = await drawSvg(page, styleIcon(source, style), size);
        const address = `data:image/png;base64,${png.toString('base64')}`;
        const committed = await drawSvg(
          page,
          `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 ${size} ${size}"><image href="${address}" width="${size}" height="${size}"/></svg>`,
          size,
        );
        expect(difference(drawn.pixels, committed.pixels)).toBeLessThan(4);
      }
    } finally {
      await browser.close();
    }
  });
});

/** Average difference of two images, 0 to 255. Other Chromium versions may anti-alias differently. */
function difference(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
}
