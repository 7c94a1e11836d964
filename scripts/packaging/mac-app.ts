import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { fuseProblems } from './fuses.ts';
import { makeMacStandIn } from './stand-in.ts';

const root = join(import.meta.dirname, '../..');

/** Required entries of Info.plist, without white space. */
const PLIST: readonly (readonly [key: string, value: string])[] = [
  ['CFBundleIdentifier', '<string>app.callboard</string>'],
  ['CFBundleExecutable', '<string>Callboard</string>'],
  ['CFBundleIconFile', '<string>icon.icns</string>'],
  ['CFBundleURLSchemes', '<array><string>app.callboard</string></array>'],
  ['LSApplicationCategoryType', '<string>public.app-category.business</string>'],
  ['LSMinimumSystemVersion', '<string>13.0</string>'],
];

/**
 * Lets electron-builder build the macOS app around a stand-in for Electron, and returns problems with its Info.plist,
 * the
 * archive hash in it, and its fuses. Also works on Linux, without signing.
 */
export async function macAppProblems(): Promise<string[]> {
  const out = mkdtempSync(join(tmpdir(), 'callboard-mac-'));
  try {
    makeMacStandIn(join(out, 'electron'));
    const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
    const config = [
      `-c.electronDist=${join(out, 'electron')}`,
      `-c.directories.output=${join(out, 'dist')}`,
      '-c.mac.identity=null',
      // Would need Apple's codesign.
      '-c.electronFuses.resetAdHocDarwinSignature=false',
    ];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, '--mac', 'dir', '--x64', '--publish', 'never', ...config],
      { cwd: root, encoding: 'utf8' },
    );
    const app = join(out, 'dist', 'mac', 'Callboard.app');
    if (status !== 0 || !existsSync(app))
      return [`electron-builder made no Callboard.app (${status}). ${stdout}${stderr}`];
    return [...plistProblems(app), ...(await fuseProblems(app)).map((problem) => `macOS: ${problem}`)];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function plistProblems(app: string): string[] {
  const text = readFileSync(join(app, 'Contents', 'Info.plist'), 'utf8').replaceAll(/>\s+</g, '><');
  const { headerString } = getRawHeader(join(app, 'Contents', 'Resources', 'app.asar'));
  // Electron compares this at start: the hash of the archive's header, which contains the hashes of the files.
  const hash = createHash('sha256').update(headerString).digest('hex');
  const required = [...PLIST, ['hash', `<string>${hash}</string>`] as const];
  return required
    .filter(([key, value]) => !text.includes(`<key>${key}</key>${value}`))
    .map(([key, value]) => `Info.plist lacks ${key} ${value}`);
}
