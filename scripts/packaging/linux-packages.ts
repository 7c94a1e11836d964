import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Required lines of the .desktop file. */
const ENTRY = [
  'Name=Callboard',
  // Nothing after -- is parsed as a switch, whatever a link contains.
  'Exec=/opt/Callboard/callboard -- %U',
  'Icon=callboard',
  'Type=Application',
  'Terminal=false',
  'StartupWMClass=app.callboard',
  'MimeType=x-scheme-handler/app.callboard;',
  'Categories=Office;',
];

/** Replaces fpm, which builds packages: saves the .desktop file and its arguments. */
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
 * Lets electron-builder build a deb of the packed app up to the call of fpm, and returns problems with the .desktop
 * file,
 * its path and the icons. Linux only.
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
  return ENTRY.filter((line) => !lines.includes(line)).map(
    (line) => `The .desktop file lacks the line ${line}`,
  );
}

function argumentProblems(args: readonly string[]): string[] {
  const installs = (path: string): boolean => args.some((argument) => argument.endsWith(`=${path}`));
  const icons = [16, 32, 48, 128, 256, 512].map(
    (size) => `/usr/share/icons/hicolor/${size}x${size}/apps/callboard.png`,
  );
  return ['/usr/share/applications/app.callboard.desktop', ...icons]
    .filter((path) => !installs(path))
    .map((path) => `The deb has no ${path}.`);
}
