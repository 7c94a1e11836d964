import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { fuseProblems } from './fuses.ts';
import { makeMacStandIn } from './stand-in.ts';

const root = join(import.meta.dirname, '../..');

/** What has to stand in Info.plist, each as it is written there but for the white space. */
const PLIST: readonly (readonly [key: string, value: string])[] = [
  ['CFBundleIdentifier', '<string>app.callboard</string>'],
  ['CFBundleExecutable', '<string>Callboard</string>'],
  ['CFBundleIconFile', '<string>icon.icns</string>'],
  ['CFBundleURLSchemes', '<array><string>app.callboard</string></array>'],
  ['LSApplicationCategoryType', '<string>public.app-category.business</string>'],
  ['LSMinimumSystemVersion', '<string>13.0</string>'],
];

/**
 * Has electron-builder make the app of macOS around a stand-in for Electron, and answers what is wrong with its
 * Info.plist, the hash of its archive in there, and its fuses. Works on Linux too; signing is macOS's own.
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
      // Needs Apple's own program.
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
  // What Electron compares at start: the hash of the archive's header, which holds those of the files.
  const hash = createHash('sha256').update(headerString).digest('hex');
  const wanted = [...PLIST, ['hash', `<string>${hash}</string>`] as const];
  return wanted
    .filter(([key, value]) => !text.includes(`<key>${key}</key>${value}`))
    .map(([key, value]) => `Info.plist does not say ${key} ${value}`);
}
