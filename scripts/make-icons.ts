/**
 * `node scripts/make-icons.ts`: every icon of the app from build/icon.svg, drawn by Chromium. The results are part of
 * the repository; build/icons/manifest.json says of which source they are.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../test/e2e/driver/chromium.ts';
import { type Drawn, drawSvg, dressIcon } from './icons/draw-icon.ts';
import { bmpFile, icnsFile, icoFile } from './icons/icon-files.ts';
import { ICNS_TYPES, ICO_SIZES, type IconLook, MAC, PNG_ICONS, WHOLE } from './icons/icon-set.ts';

const folder = join(import.meta.dirname, '..', 'build');
const source = readFileSync(join(folder, 'icon.svg'), 'utf8');

rmSync(join(folder, 'icons'), { recursive: true, force: true });
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  writeAll(await drawAll(await browser.newPage()));
} finally {
  await browser.close();
}

/** Every file by its path below build/. */
async function drawAll(page: Page): Promise<ReadonlyMap<string, Buffer>> {
  const draw = (look: IconLook, size: number): Promise<Drawn> => drawSvg(page, dressIcon(source, look), size);
  const files = new Map<string, Buffer>();
  for (const { file, size, look } of PNG_ICONS) files.set(file, (await draw(look, size)).png);
  files.set('icon.png', (await draw(WHOLE, 1024)).png);
  const forWindows: Drawn[] = [];
  for (const size of ICO_SIZES) forWindows.push(await draw(WHOLE, size));
  files.set('icon.ico', icoFile(forWindows));
  const forMac: [string, Buffer][] = [];
  for (const [type, size] of ICNS_TYPES) forMac.push([type, (await draw(MAC, size)).png]);
  files.set('icon.icns', icnsFile(forMac));
  files.set('installerSidebar.bmp', bmpFile(await drawSvg(page, sidebar(), 164, 314)));
  return files;
}

/** The picture at the side of the Windows installer: the tile's colour all over, the mark in its upper half. */
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
