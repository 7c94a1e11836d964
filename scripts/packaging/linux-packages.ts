import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What has to stand in the .desktop file, line by line. */
const ENTRY = [
  'Name=Callboard',
  // What comes after -- is no switch, whatever a link holds.
  'Exec=/opt/Callboard/callboard -- %U',
  'Icon=callboard',
  'Type=Application',
  'Terminal=false',
  'StartupWMClass=app.callboard',
  'MimeType=x-scheme-handler/app.callboard;',
  'Categories=Office;',
];

/** In the place of fpm, which makes packages of files: it keeps the .desktop file and what it was asked for. */
const FPM = `#!/bin/sh
for argument in "$@"; do
  case "$argument" in
    *.desktop=*) cp "\${argument%%=*}" "$CALLBOARD_FPM_OUT/entry.desktop" ;;
  esac
  printf '%s\\n' "$argument" >> "$CALLBOARD_FPM_OUT/arguments"
done
while [ "$1" != --package ] && [ $# -gt 0 ]; do shift; done
: > "$2"
`;

/**
 * Has electron-builder make a deb of what is packed, up to the program that would write it, and answers what is wrong
 * with the .desktop file, its place and the icons. Linux alone.
 */
export function linuxPackageProblems(unpacked: string): string[] {
  const out = mkdtempSync(join(tmpdir(), 'callboard-deb-'));
  try {
    const fpm = join(out, 'fpm');
    writeFileSync(fpm, FPM);
    chmodSync(fpm, 0o755);
    const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
    const flags = ['--linux', 'deb', '--x64', '--prepackaged', unpacked, '--publish', 'never'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, ...flags, `-c.directories.output=${out}`],
      { cwd: root, encoding: 'utf8', env: { ...process.env, CUSTOM_FPM_PATH: fpm, CALLBOARD_FPM_OUT: out } },
    );
    if (!existsSync(join(out, 'entry.desktop')))
      return [`electron-builder wrote no .desktop file (${status}). ${stdout}${stderr}`];
    return [
      ...entryProblems(readFileSync(join(out, 'entry.desktop'), 'utf8')),
      ...argumentProblems(readFileSync(join(out, 'arguments'), 'utf8').split('\n')),
    ];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function entryProblems(entry: string): string[] {
  const lines = entry.split('\n');
  return ENTRY.filter((line) => !lines.includes(line)).map((line) => `The .desktop file has no line ${line}`);
}

function argumentProblems(args: readonly string[]): string[] {
  const to = (path: string): boolean => args.some((argument) => argument.endsWith(`=${path}`));
  const icons = [16, 32, 48, 128, 256, 512].map(
    (size) => `/usr/share/icons/hicolor/${size}x${size}/apps/callboard.png`,
  );
  return ['/usr/share/applications/app.callboard.desktop', ...icons]
    .filter((path) => !to(path))
    .map((path) => `The deb brings no ${path}.`);
}
