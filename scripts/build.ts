/** Builds the app into out/ if its sources have changed: main process, preload script and renderer. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'out', '.sources');
const CONFIGS = [
  'vite.main.config.ts',
  'vite.storage.config.ts',
  'vite.preload.config.ts',
  'vite.renderer.config.ts',
];
const SOURCES = ['electron', 'shared', 'renderer', 'practice'].map((folder) => `${folder}/**/*.*`);
/** Images that the main process loads from out/main/icons. */
const TRAY_ICONS = 'build/icons/tray*.png';
const APP_ICON = 'build/icons/app/256x256.png';

/**
 * Builds if sources have changed, in a separate process so that a long-running preview doesn't keep the bundler's
 * memory.
 * Exits this process if the build fails, after its errors on standard error.
 */
export function buildIfChanged(): void {
  if (isBuilt()) return;
  const { status } = spawnSync(process.execPath, [import.meta.filename], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}

function isBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
}

async function build(): Promise<void> {
  if (isBuilt()) return;
  const { build: bundle } = await import('vite');
  const started = performance.now();
  process.stderr.write('Building the app ...\n');
  // Override the caller's value (such as a test run's), or libraries would include their development checks.
  process.env['NODE_ENV'] = 'production';
  const sources = hashOfSources();
  rmSync(join(root, 'out'), { recursive: true, force: true });
  for (const config of CONFIGS) await bundle({ configFile: join(root, config), logLevel: 'error' });
  const icons = join(root, 'out', 'main', 'icons');
  for (const icon of globSync(TRAY_ICONS, { cwd: root }))
    cpSync(join(root, icon), join(icons, basename(icon)));
  cpSync(join(root, APP_ICON), join(icons, 'app.png'));
  writeFileSync(stamp, sources);
  process.stderr.write(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync([...SOURCES, ...CONFIGS, TRAY_ICONS, APP_ICON, 'package-lock.json'], { cwd: root });
  for (const file of files.toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

if (import.meta.main) await build();
