/**
 * `npm start`: runs the app in Electron if its binary is present or can be downloaded, otherwise in the preview. Also in
 * the preview where Electron's sandbox can't work, unless `--no-sandbox` asks to go without.
 */
import { spawn, spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { dirname, join } from 'node:path';
import { quitOnSignals } from '../preview/quit-signals.ts';
import { askToQuit } from './ask-to-quit.ts';
import { buildIfChanged } from './build.ts';
import { electronProgram, hasScreen } from './electron-program.ts';
import { startPreview } from './preview.ts';
import { sandboxAdvice, sandboxObstacle, sandboxPlaces } from './sandbox-obstacle.ts';

const root = join(import.meta.dirname, '..');
const electronFolder = join(root, 'node_modules', 'electron');
const LOOKUP_PATIENCE_MS = 3000;

const NO_SANDBOX = '--no-sandbox';

const flags = process.argv.slice(2);
const program = hasScreen() ? (electronProgram() ?? (await downloadElectron())) : undefined;
const advice = program && !flags.includes(NO_SANDBOX) ? sandboxTrouble(dirname(program)) : undefined;
if (program && advice === undefined) await startElectron(program);
else {
  const missing = hasScreen() ? "Electron is not installed and can't be downloaded" : 'There is no display';
  const why = advice === undefined ? `${missing}: starting` : `${advice}\nStarting`;
  process.stderr.write(`${why} the preview in a browser instead.\n`);
  await startPreview(flags.filter((flag) => flag !== NO_SANDBOX));
}

/** What to do about a sandbox that can't work; undefined if it can. */
function sandboxTrouble(folder: string): string | undefined {
  const places = sandboxPlaces(folder);
  const obstacle = sandboxObstacle(places);
  return obstacle && sandboxAdvice(obstacle, places);
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

async function startElectron(path: string): Promise<void> {
  buildIfChanged();
  // Set by programs that are themselves Electron, such as editors; it would make this one a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(path, [root, ...electronFlags()], { stdio: 'inherit', env });
  quitOnSignals(() => askToQuit(child));
  process.once('exit', () => child.kill());
  child.once('exit', (code) => process.exit(code ?? 1));
}

/** Maps the preview's flags to Electron's, which needs no port and no browser. */
function electronFlags(): string[] {
  const kept: string[] = [];
  for (let i = 0; i < flags.length; i += 1) {
    const flag = flags[i] ?? '';
    if (flag === '--port') i += 1;
    else if (flag === '--user-data') kept.push(`--user-data-dir=${flags[++i] ?? ''}`);
    else if (flag !== '--no-open') kept.push(flag);
  }
  return kept;
}
