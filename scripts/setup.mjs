/**
 * Entry point of every npm script: installs what is missing, then runs a script with the project's own Node. This file and
 * npm-command.mjs are the only ones that must run on Node 20 without any dependency.
 *
 *   node scripts/setup.mjs [--browser] --then scripts/NAME.ts [arguments]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from './npm-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.callboard-setup');
/** The tools need this; Electron has it, too. */
const OLDEST_NODE_MAJOR = 24;

/** Debian packages that the tests need: browser, virtual display and link handling. */
const DEBIAN_PACKAGES = ['chromium', 'xvfb', 'xdg-utils', 'desktop-file-utils'];
const DEBIAN_PROGRAMS = [
  '/usr/bin/chromium',
  '/usr/bin/Xvfb',
  '/usr/bin/xdg-open',
  '/usr/bin/update-desktop-database',
];

/** Debian packages that the tests can do without: what happens without each. */
const OPTIONAL_PACKAGES = [
  {
    // The tests' browsers need less CPU with it.
    name: 'chromium-headless-shell',
    isInstalled: () => existsSync('/usr/bin/chromium-headless-shell'),
    hint: 'The tests continue with Chromium itself.',
  },
  {
    name: 'postgresql',
    isInstalled: () =>
      existsSync('/usr/lib/postgresql') &&
      readdirSync('/usr/lib/postgresql').some((version) =>
        existsSync(`/usr/lib/postgresql/${version}/bin/postgres`),
      ),
    prepare: keepServerFromStarting,
    hint: 'The tests continue without it, and skip those of a team database.',
  },
];

/** Messages go to standard error, because standard output belongs to the script. */
const say = (line) => process.stderr.write(`${line}\n`);

class SetupError extends Error {}

await main().catch((error) => {
  say(error instanceof SetupError ? error.message : error.stack);
  process.exit(1);
});

async function main() {
  const then = process.argv.indexOf('--then');
  const options = process.argv.slice(2, then === -1 ? undefined : then);
  if (nodeMajor(process.version) < 20) {
    throw new SetupError(
      `Callboard needs Node 20 or newer; this is ${process.version}. Install it from nodejs.org.`,
    );
  }
  await installDependencies();
  if (options.includes('--browser')) await installBrowser();
  if (then !== -1) runScript(process.argv[then + 1], process.argv.slice(then + 2));
}

async function installDependencies() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === wanted && projectNode()) return;
  const moveBack = moveOwnNodeAside();
  const [npm, ...first] = npmCommand();
  const hint =
    'Check the connection to the npm registry (npm ping) and the free disk space, then run the command again.';
  // Without the optional packages, which a person's npm may leave out, there is no Node and no build.
  const included = ['--include=dev', '--include=optional'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = [...first, 'ci', '--ignore-scripts', ...included, ...quiet];
  try {
    await run('Installing dependencies (a minute or two the first time)', npm, args, { hint });
  } catch (error) {
    moveBack();
    throw error;
  }
  const node = projectNode();
  if (!node) {
    throw new SetupError(
      `Callboard needs Node ${OLDEST_NODE_MAJOR} and brings none that runs on this system ` +
        `(${process.platform}, ${process.arch}). Install Node ${OLDEST_NODE_MAJOR} or newer from nodejs.org, then run the command again.`,
    );
  }
  // npm 10 installs a package for this system only, but doesn't link its program, which npm's scripts must find.
  if (node !== process.execPath && !existsSync(join(root, 'node_modules', '.bin', 'node'))) {
    await run('Linking Node', npm, [...first, 'rebuild', '--ignore-scripts', ...quiet], { hint });
  }
  writeFileSync(stamp, wanted);
}

/**
 * The Node that scripts run with: the optional dependency for this system, the only one that npm installs. Where there is
 * none, or it doesn't start (as on Alpine Linux), the Node that runs this, if it is new enough.
 */
function projectNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const brought = Object.keys(optionalDependencies).map((each) =>
    join(root, 'node_modules', each, 'bin', name),
  );
  return [...brought.filter(existsSync), process.execPath].find((program) => {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    return nodeMajor(stdout ?? '') >= OLDEST_NODE_MAJOR;
  });
}

/** 24 for `v24.21.0`; 0 for anything else. */
function nodeMajor(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}

/**
 * npm ci empties node_modules, and npm scripts run with the Node in there. Windows doesn't delete a running program, but it
 * lets it be moved. Returns a function that moves it back, if it is still missed.
 */
function moveOwnNodeAside() {
  const own = process.execPath;
  const isInstalledHere = !relative(join(root, 'node_modules'), own).startsWith('..');
  if (process.platform !== 'win32' || !isInstalledHere) return () => undefined;
  const aside = join(root, '.cache', `node-${process.pid}-${Date.now()}.exe`);
  mkdirSync(dirname(aside), { recursive: true });
  renameSync(own, aside);
  return () => {
    if (existsSync(dirname(own)) && !existsSync(own)) renameSync(aside, own);
  };
}

async function installBrowser() {
  const isDebian = existsSync('/etc/debian_version');
  if (isDebian && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (DEBIAN_PROGRAMS.every((program) => existsSync(program))) return installOptional(env);
    const hint = 'Check the connection to the Debian mirror (apt-get update), then run the command again.';
    await run("Reading Debian's package lists", 'apt-get', ['update', '-qq'], { env, hint });
    await run(
      `Installing ${DEBIAN_PACKAGES.join(', ')} from Debian (about a minute)`,
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES],
      { env, hint },
    );
    return installOptional(env);
  }
  if (existsSync('/usr/bin/chromium') || process.env.CALLBOARD_CHROMIUM) return;
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  if (
    spawnSync(projectNode(), [cli, 'install', '--list'], { encoding: 'utf8' }).stdout?.includes('chromium-')
  )
    return;
  await run("Downloading Playwright's Chromium", projectNode(), [cli, 'install', 'chromium'], {
    hint: 'Install Chromium yourself and set CALLBOARD_CHROMIUM to its path, then run the command again.',
  });
}

async function installOptional(env) {
  for (const { name, isInstalled, prepare, hint } of OPTIONAL_PACKAGES) {
    if (isInstalled()) continue;
    const install = ['install', '-y', '-qq', '--no-install-recommends', name];
    try {
      await run("Reading Debian's package lists", 'apt-get', ['update', '-qq'], { env, hint });
      prepare?.();
      await run(`Installing ${name} from Debian`, 'apt-get', install, { env, hint });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      say(error.message);
    }
  }
}

/**
 * Debian's package would create a database cluster and start it with every boot. The tests start their own; whoever wants
 * the system's has `pg_createcluster`. A file that is already there is somebody's decision.
 */
function keepServerFromStarting() {
  const file = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "# Callboard's tests start a server of their own.\ncreate_main_cluster = off\n");
}

/** Runs a step with a progress indicator; its output is shown only if it fails. */
function run(what, command, args, { env = process.env, hint }) {
  return new Promise((resolve, reject) => {
    const started = Date.now();
    const seconds = () => Math.round((Date.now() - started) / 1000);
    say(`${what} ...`);
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const ticking = setInterval(() => say(`  ... still at it, ${seconds()} s`), 10_000);
    const fail = (reason) => reject(new SetupError(`${output}\n${what}: failed (${reason}).\n${hint}`));
    child.once('error', (error) => {
      clearInterval(ticking);
      fail(error.message);
    });
    child.once('close', (code, signal) => {
      clearInterval(ticking);
      if (code !== 0) return fail(signal ?? `exit code ${code}`);
      say(`  done in ${seconds()} s`);
      resolve();
    });
  });
}

/** Runs a script with the project's Node in place of this process: same terminal, signals and exit code. */
function runScript(script, args) {
  const child = spawn(projectNode(), [join(root, script), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  });
  // On Windows, a signal to the child would end it at once. Ctrl+C reaches it without us; only stay until it ends.
  const pass = process.platform === 'win32' ? () => undefined : (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  child.once('exit', (code, signal) => {
    process.exit(signal ? 1 : (code ?? 1));
  });
}
