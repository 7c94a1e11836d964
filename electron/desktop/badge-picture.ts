/** Width and height of the badge, pixels: 16 DIP at 200 % scaling. */
export const BADGE_PIXELS = 32;

/** Bitmap font, 3 by 5 pixels. */
const GLYPHS: Readonly<Record<string, string>> = {
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '4': '101101111001001',
  '5': '111100111001111',
  '6': '111100111101111',
  '7': '111001010010010',
  '8': '111101111101111',
  '9': '111101111001111',
  '+': '000010111010000',
};

/**
 * A red disc with a number up to 9, or `9+`, for taskbars without native badges: BGRA, four bytes a pixel, top left
 * first.
 */
export function badgePicture(count: number): Uint8Array {
  const pixels = new Uint8Array(BADGE_PIXELS * BADGE_PIXELS * 4);
  const text = count > 9 ? '9+' : String(count);
  const scale = text.length === 1 ? 4 : 3;
  const width = (text.length * 4 - 1) * scale;
  const left = Math.round((BADGE_PIXELS - width) / 2);
  const top = Math.round((BADGE_PIXELS - 5 * scale) / 2);
  for (let y = 0; y < BADGE_PIXELS; y += 1) {
    for (let x = 0; x < BADGE_PIXELS; x += 1) {
      const inDisc = Math.hypot(x - 15.5, y - 15.5) <= 15.5;
      if (!inDisc) continue;
      const ink = isInk(text, Math.floor((x - left) / scale), Math.floor((y - top) / scale));
      pixels.set(ink ? [255, 255, 255, 255] : [0x2c, 0x2c, 0xd0, 255], (y * BADGE_PIXELS + x) * 4);
    }
  }
  return pixels;
}

function isInk(text: string, column: number, row: number): boolean {
  if (column < 0 || row < 0 || row > 4 || column % 4 === 3) return false;
  return GLYPHS[text[Math.floor(column / 4)] ?? '']?.[row * 3 + (column % 4)] === '1';
}
