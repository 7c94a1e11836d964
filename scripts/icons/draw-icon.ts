import type { Page } from '@playwright/test';
import type { IconLook } from './icon-set.ts';

/** A picture: its PNG file, and its points as red, green, blue and alpha, row by row from the top. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
  readonly points: Buffer;
}

/** The source with this look, as SVG text. */
export function dressIcon(source: string, { viewBox, ink, sign }: IconLook): string {
  const seen = source.replace('viewBox="0 0 512 512"', `viewBox="${viewBox}"`);
  if (ink === undefined) return seen;
  const bare = seen.replace(/<rect id="tile"[^>]*\/>/, '');
  if (!sign) return bare.replace('<g id="mark" fill="#fff">', `<g id="mark" fill="${ink}">`);
  // Cut out of the mark first, so that the sign stands free in one colour, too.
  const hole = '<mask id="free"><rect x="-99" y="-99" width="999" height="999" fill="#fff"/>';
  const cut = `${hole}<circle cx="352" cy="352" r="116" fill="#000"/></mask>`;
  const drawn =
    sign.kind === 'dot'
      ? `<circle cx="360" cy="360" r="84" fill="${sign.ink}"/>`
      : `<path d="M 300 272 h 52 v 160 h -52 z M 388 272 h 52 v 160 h -52 z" fill="${sign.ink}"/>`;
  return bare
    .replace(/<rect id="second-line"[^>]*\/>/, '')
    .replace('<g id="mark" fill="#fff">', `${cut}<g id="mark" fill="${ink}" mask="url(#free)">`)
    .replace('</svg>', `${drawn}</svg>`);
}

/** Draws SVG text into so many points, by Chromium. */
export async function drawSvg(page: Page, svg: string, width: number, height = width): Promise<Drawn> {
  const sized = svg.replace('width="512" height="512"', `width="${width}" height="${height}"`);
  const { png, points } = await page.evaluate(
    async ([address, across, down]) => {
      const image = new Image(across, down);
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = across;
      canvas.height = down;
      const brush = canvas.getContext('2d');
      if (!brush) throw new Error('This browser draws no canvas.');
      brush.drawImage(image, 0, 0, across, down);
      const { data } = brush.getImageData(0, 0, across, down);
      let bytes = '';
      for (const byte of data) bytes += String.fromCharCode(byte);
      return { png: canvas.toDataURL('image/png'), points: btoa(bytes) };
    },
    [`data:image/svg+xml,${encodeURIComponent(sized)}`, width, height] as const,
  );
  const data = png.slice(png.indexOf(',') + 1);
  return { width, height, png: Buffer.from(data, 'base64'), points: Buffer.from(points, 'base64') };
}
