/** Stand-ins for Electron's program, as small as may be: what electron-builder packs around where there is none. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Where Electron's program keeps its fuses: a marker, the version of the format, how many there are, and a letter
 * each ('0' off, '1' on), as @electron/fuses reads and flips them. These are Electron's defaults.
 */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100101'),
]);

/** Electron's folder as it is on this system; on macOS use {@link makeMacStandIn}. */
export function makeStandIn(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const program = join(folder, process.platform === 'win32' ? 'electron.exe' : 'electron');
  const script =
    '#!/bin/sh\necho "This is a stand-in for Electron: it cannot start Callboard." >&2\nexit 1\n# ';
  writeFileSync(program, Buffer.concat([Buffer.from(script), FUSE_WIRE, Buffer.from('\n')]));
  chmodSync(program, 0o755);
}

/** Electron's folder as it is on macOS, on whatever system. */
export function makeMacStandIn(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const contents = join(folder, 'Electron.app', 'Contents');
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(contents, path)), { recursive: true });
    writeFileSync(join(contents, path), content, { mode: 0o755 });
  };
  write('Info.plist', plist('Electron'));
  write('MacOS/Electron', 'stand-in');
  write('Resources/electron.icns', 'stand-in');
  write('Frameworks/Electron Framework.framework/Electron Framework', FUSE_WIRE);
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = `Electron Helper${kind}`;
    write(`Frameworks/${helper}.app/Contents/Info.plist`, plist(helper));
    write(`Frameworks/${helper}.app/Contents/MacOS/${helper}`, 'stand-in');
  }
}

function plist(name: string): string {
  const entries = { CFBundleExecutable: name, CFBundleIdentifier: 'com.github.Electron', CFBundleName: name };
  const pairs = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${pairs.join('')}</dict></plist>\n`;
}
