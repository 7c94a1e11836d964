/** `npm start`: runs the app in Electron if its binary is present or can be downloaded, otherwise in the preview. */
import { spawn, spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build.ts';
import { startPreview } from './preview.ts';

const root = join(import.meta.dirname, '..');
const electronFolder = join(root, 'node_modules', 'electron');
const LOOKUP_PATIENCE_MS = 3000;

const program = hasScreen() ? (electronProgram() ?? (await downloadElectron())) : undefined;
if (program) await startElectron(program, process.argv.slice(2));
else {
  const why = hasScreen() ? "Electron is not installed and can't be downloaded" : 'There is no display';
  process.stderr.write(`${why}: starting the preview in a browser instead.\n`);
  await startPreview(process.argv.slice(2));
}

function electronProgram(): string | undefined {
  const pathFile = join(electronFolder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const path = join(electronFolder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(path) ? path : undefined;
}

/** False on Linux without X11 or Wayland, such as in a container. */
function hasScreen(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

async function downloadElectron(): Promise<string | undefined> {
  if (!(await canReach('github.com'))) return undefined;
  process.stderr.write('Downloading Electron (about 120 MB, once) ...\n');
  const { status } = spawnSync(process.execPath, [join(electronFolder, 'install.js')], {
    stdio: ['ignore', 2, 2],
  });
  return status === 0 ? electronProgram() : undefined;
}

/** A quick DNS lookup: if it fails, the download would fail, too. */
async function canReach(host: string): Promise<boolean> {
  const { ELECTRON_MIRROR, HTTPS_PROXY, https_proxy } = process.env;
  if (ELECTRON_MIRROR || HTTPS_PROXY || https_proxy) return true;
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, LOOKUP_PATIENCE_MS, false).unref());
  const found = lookup(host).then(
    () => true,
    () => false,
  );
  return Promise.race([found, late]);
}

async function startElectron(path: string, flags: readonly string[]): Promise<void> {
  buildIfChanged();
  const child = spawn(path, [root, ...electronFlags(flags)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

/** Maps the preview's flags to Electron's, which needs no port and no browser. */
function electronFlags(flags: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < flags.length; i += 1) {
    const flag = flags[i] ?? '';
    if (flag === '--port') i += 1;
    else if (flag === '--user-data') kept.push(`--user-data-dir=${flags[++i] ?? ''}`);
    else if (flag !== '--no-open') kept.push(flag);
  }
  return kept;
}
