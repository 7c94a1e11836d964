/**
 * `npm run first-run -- [--preview] [--out FOLDER]`: starts Callboard in Electron on this computer, walks through it, checks what
 * no test on a build machine can see, and writes one report to attach to an issue.
 *
 *   --preview     in the preview instead of Electron, to try this script
 *   --out FOLDER  where the report goes (default: this folder)
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { arch, homedir, hostname, release, tmpdir, type, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../build.ts';
import { electronProgram, HOW_TO_GET_ELECTRON, hasScreen } from '../electron-program.ts';
import { type Check, Checks } from './checks.ts';
import { electronHost, type Host, previewHost } from './host.ts';
import { plainStart } from './plain-start.ts';
import { type Person, redact } from './redact.ts';
import { formatReport, reportName, withPicture } from './report.ts';
import { runProbe } from './run-probe.ts';
import { walk } from './walk.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { preview: { type: 'boolean', default: false }, out: { type: 'string', default: '.' } },
});
const program = electronProgram();

if (!values.preview && program === undefined) stop(`Electron's program is not here. ${HOW_TO_GET_ELECTRON}`);
if (!values.preview && !hasScreen())
  stop('Electron needs a display: run this in a terminal of your desktop.');
const ok = await firstRun(program === undefined || values.preview ? previewHost() : electronHost(program));
// A check that hung may have left something open.
process.exit(ok ? 0 : 1);

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}

/** Resolves with whether no check failed. */
async function firstRun(host: Host): Promise<boolean> {
  // Set in the terminals of editors made with Electron; the app would start as plain Node.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  buildIfChanged();
  const folder = mkdtempSync(join(tmpdir(), 'callboard-first-run-'));
  const checks = new Checks(print);
  try {
    const probed = await runProbe(host, join(folder, 'probe'), checks);
    const plain = { folder: root, userData: join(folder, 'plain'), flags: probed.flags };
    const printed = await plainStart(host, plain, checks);
    const { log, screenshot } = await walk(host, join(folder, 'walk'), checks);
    const report = formatReport({
      host: host.kind === 'electron' ? 'Electron' : 'the preview',
      at: new Date(),
      facts: facts(host),
      checks: checks.results,
      outputs: {
        'What the probe printed': probed.output,
        'What the app printed when it started': printed,
        'The log of the walk': log,
      },
    });
    const redacted = redact(report, person(folder));
    mkdirSync(values.out, { recursive: true });
    const path = join(resolve(values.out), reportName(process.platform, new Date()));
    writeFileSync(path, screenshot ? withPicture(redacted, screenshot) : redacted);
    console.log(
      `\n${checks.count('ok')} ok, ${checks.count('failed')} failed, ${checks.count('not available')} not available.`,
    );
    console.log(`Attach this file to an issue: ${path}`);
    return checks.count('failed') === 0;
  } finally {
    await host.close();
    remove(folder);
  }
}

/** Windows keeps files of a program that was killed a moment ago. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  } catch (error) {
    console.error(`Couldn't delete ${folder}: ${error instanceof Error ? error.message : error}`);
  }
}

function print({ outcome, area, name, words }: Check): void {
  const mark = { ok: 'ok           ', failed: 'FAILED       ', 'not available': 'not available' }[outcome];
  console.log(`${mark} ${area}: ${name}${outcome === 'ok' ? '' : ` - ${words}`}`);
}

function facts(host: Host): Record<string, string> {
  const { XDG_SESSION_TYPE, XDG_CURRENT_DESKTOP, WAYLAND_DISPLAY, DISPLAY } = process.env;
  const linux = {
    session: XDG_SESSION_TYPE ?? 'unknown',
    desktop: XDG_CURRENT_DESKTOP ?? 'unknown',
    screens: [WAYLAND_DISPLAY && 'Wayland', DISPLAY && 'X11'].filter(Boolean).join(' and ') || 'none',
  };
  return {
    'runs in': host.kind,
    system: `${type()} ${release()} (${arch()})`,
    ...(process.platform === 'linux' ? linux : {}),
    "this script's Node": process.versions.node,
  };
}

function person(folder: string): Person {
  return {
    // Systems link their temporary folders, and programs print either path.
    folders: [
      [folder, '[data]'],
      [realpathSync(folder), '[data]'],
      [tmpdir(), '[temp]'],
      [realpathSync(tmpdir()), '[temp]'],
      [root, '[checkout]'],
      [homedir(), '~'],
    ],
    user: userInfo().username,
    computer: [hostname(), hostname().split('.')[0] ?? ''],
  };
}
