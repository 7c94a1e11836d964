import type { Page } from '@playwright/test';
import type { IconStyle } from './icon-set.ts';

/** An image as a PNG file and as RGBA pixels, row by row from the top. */
export interface RenderedImage {
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
  readonly pixels: Buffer;
}

/** The source SVG with this style applied. */
export function styleIcon(source: string, { viewBox, colour, badge }: IconStyle): string {
  const cropped = source.replace('viewBox="0 0 512 512"', `viewBox="${viewBox}"`);
  if (colour === undefined) return cropped;
  const bare = cropped.replace(/<rect id="tile"[^>]*\/>/, '');
  if (!badge) return bare.replace('<g id="mark" fill="#fff">', `<g id="mark" fill="${colour}">`);
  // Cut a hole into the mark first, so that the badge stays visible in a single colour.
  const hole = '<mask id="free"><rect x="-99" y="-99" width="999" height="999" fill="#fff"/>';
  const cut = `${hole}<circle cx="352" cy="352" r="116" fill="#000"/></mask>`;
  const drawn =
    badge.kind === 'dot'
      ? `<circle cx="360" cy="360" r="84" fill="${badge.colour}"/>`
      : `<path d="M 300 272 h 52 v 160 h -52 z M 388 272 h 52 v 160 h -52 z" fill="${badge.colour}"/>`;
  return bare
    .replace(/<rect id="second-line"[^>]*\/>/, '')
    .replace('<g id="mark" fill="#fff">', `${cut}<g id="mark" fill="${colour}" mask="url(#free)">`)
    .replace('</svg>', `${drawn}</svg>`);
}

/** Renders an SVG at a size in pixels, with Chromium. */
export async function drawSvg(
  page: Page,
  svg: string,
  width: number,
  height = width,
): Promise<RenderedImage> {
  const sized = svg.replace('width="512" height="512"', `width="${width}" height="${height}"`);
  const { png, pixels } = await page.evaluate(
    async ([address, across, down]) => {
      const image = new Image(across, down);
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = across;
      canvas.height = down;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This browser has no 2D canvas.');
      context.drawImage(image, 0, 0, across, down);
      const { data } = context.getImageData(0, 0, across, down);
      let bytes = '';
      for (const byte of data) bytes += String.fromCharCode(byte);
      return { png: canvas.toDataURL('image/png'), pixels: btoa(bytes) };
    },
    [`data:image/svg+xml,${encodeURIComponent(sized)}`, width, height] as const,
  );
  const data = png.slice(png.indexOf(',') + 1);
  return { width, height, png: Buffer.from(data, 'base64'), pixels: Buffer.from(pixels, 'base64') };
}
