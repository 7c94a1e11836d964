/** Minimal stand-ins for Electron's binary, so that electron-builder can pack without it. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The fuse wire of Electron's binary, as @electron/fuses reads and flips it: a marker, format version, number of
 * fuses, and
 * a character per fuse ('0' off, '1' on). These are Electron's defaults.
 */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100101'),
]);

/** Creates Electron's folder for Linux or Windows; see {@link makeMacStandIn} for macOS. */
export function makeStandIn(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const program = join(folder, process.platform === 'win32' ? 'electron.exe' : 'electron');
  const script =
    '#!/bin/sh\necho "This is a stand-in for Electron: it cannot start Callboard." >&2\nexit 1\n# ';
  writeFileSync(program, Buffer.concat([Buffer.from(script), FUSE_WIRE, Buffer.from('\n')]));
  chmodSync(program, 0o755);
}

/** Creates Electron's folder for macOS, on any system. */
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
