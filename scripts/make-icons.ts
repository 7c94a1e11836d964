/**
 * `node scripts/make-icons.ts`: renders all icons of the app from build/icon.svg with Chromium. The results are
 * committed;
 * build/icons/manifest.json has the hash of their source.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../test/e2e/driver/chromium.ts';
import { drawSvg, type RenderedImage, styleIcon } from './icons/draw-icon.ts';
import { bmpFile, icnsFile, icoFile } from './icons/icon-files.ts';
import { ICNS_TYPES, ICO_SIZES, type IconStyle, MAC, PNG_ICONS, WHOLE } from './icons/icon-set.ts';

const folder = join(import.meta.dirname, '..', 'build');
const source = readFileSync(join(folder, 'icon.svg'), 'utf8');

rmSync(join(folder, 'icons'), { recursive: true, force: true });
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  writeAll(await drawAll(await browser.newPage()));
} finally {
  await browser.close();
}

/** All files by path relative to build/. */
async function drawAll(page: Page): Promise<ReadonlyMap<string, Buffer>> {
  const draw = (style: IconStyle, size: number): Promise<RenderedImage> =>
    drawSvg(page, styleIcon(source, style), size);
  const files = new Map<string, Buffer>();
  for (const { file, size, style } of PNG_ICONS) files.set(file, (await draw(style, size)).png);
  files.set('icon.png', (await draw(WHOLE, 1024)).png);
  const forWindows: RenderedImage[] = [];
  for (const size of ICO_SIZES) forWindows.push(await draw(WHOLE, size));
  files.set('icon.ico', icoFile(forWindows));
  const forMac: [string, Buffer][] = [];
  for (const [type, size] of ICNS_TYPES) forMac.push([type, (await draw(MAC, size)).png]);
  files.set('icon.icns', icnsFile(forMac));
  files.set('installerSidebar.bmp', bmpFile(await drawSvg(page, sidebar(), 164, 314)));
  return files;
}

/** The side image of the Windows installer: the tile's colour as background, the mark in the upper half. */
function sidebar(): string {
  return source
    .replace('viewBox="0 0 512 512"', 'viewBox="-70 -180 652 1248"')
    .replace(
      /<rect id="tile"[^>]*\/>/,
      '<rect x="-90" y="-190" width="700" height="1280" fill="url(#tile-colour)"/>',
    );
}

function writeAll(files: ReadonlyMap<string, Buffer>): void {
  const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
  for (const [file, content] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  const made = Object.fromEntries([...files].map(([file, content]) => [file, hash(content)]));
  const manifest = { 'icon.svg': hash(source), made };
  writeFileSync(join(folder, 'icons', 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${files.size} files.`);
}
