/**
 * `node scripts/check-package-types.ts`: checks `resources/package-type` in the AppImages, debs and rpms of dist/, by which
 * the app knows how it was installed. Linux only; needs dpkg-deb, rpm2cpio and cpio. AppImages of another processor can't
 * run here to be read, so they are left out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageTypeOf, wrongType } from './packaging/linux-targets.ts';

/** For each kind of package a shell command that unpacks the folder `resources` of "$1" into the current folder. */
const UNPACK: Readonly<Record<string, string>> = {
  AppImage: '"$1" --appimage-extract "resources/*"',
  deb: 'dpkg-deb --fsys-tarfile "$1" | tar x --wildcards "*/resources/*"',
  rpm: 'rpm2cpio "$1" | cpio --quiet -id "*/resources/*"',
};

const FOREIGN_APPIMAGE = process.arch === 'x64' ? /-arm64\.AppImage$/ : /-x86_64\.AppImage$/;

/** Problems with the packages in a folder; a kind that is missing there is one, too. */
export function packedTypeProblems(dist: string): string[] {
  return Object.entries(UNPACK).flatMap(([target, command]) => {
    const files = globSync(`*.${target}`, { cwd: dist }).filter((file) => !FOREIGN_APPIMAGE.test(file));
    if (files.length === 0) return [`There is no ${target} to check.`];
    return files.flatMap((file) => {
      const found = typeIn(join(dist, file), command);
      if (found === null) return [`${file} can't be unpacked.`];
      return found === packageTypeOf(target) ? [] : [`${file}: ${wrongType(target, found)}`];
    });
  });
}

/** What the package says; undefined without `package-type`, null if the package can't be unpacked. */
function typeIn(file: string, command: string): string | undefined | null {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-type-'));
  try {
    spawnSync('sh', ['-c', command, 'sh', file], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const [archive] = globSync('**/resources/app.asar', { cwd: folder });
    if (archive === undefined) return null;
    const path = join(folder, dirname(archive), 'package-type');
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const problems = packedTypeProblems(join(import.meta.dirname, '..', 'dist'));
  for (const problem of problems) console.error(`- ${problem}`);
  if (problems.length === 0) console.log('Every package knows what it is.');
  process.exitCode = problems.length === 0 ? 0 : 1;
}
