/**
 * `npm run test:electron -- [--run-as-node] [--program PATH] [FILTER ...]`: runs the tests of storage, network,
 * certificates and backups inside Electron's main process, which has BoringSSL and its own build of Node and SQLite.
 *
 *   --run-as-node   in Electron's Node without its main process, where there is no display
 *   --program PATH  another program than node_modules/electron's
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { electronProgram, HOW_TO_GET_ELECTRON, hasScreen } from './electron-program.ts';

const root = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  options: { 'run-as-node': { type: 'boolean', default: false }, program: { type: 'string' } },
  allowPositionals: true,
});
const asNode = values['run-as-node'];
const program = values.program ?? electronProgram();
const obstacle = whyNot();

if (program === undefined || obstacle !== undefined) {
  console.error(obstacle);
  process.exitCode = 1;
} else {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(root, 'vitest.electron.config.ts');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...positionals], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CALLBOARD_TEST_PROGRAM: program,
      CALLBOARD_TEST_PROCESS: asNode ? 'node' : 'main',
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

/** Why the tests can't run here, and what to do. */
function whyNot(): string | undefined {
  if (program === undefined) return `Electron's program is not here. ${HOW_TO_GET_ELECTRON}`;
  if (!existsSync(program)) return `There is no program at ${program}.`;
  if (hasScreen() || asNode || values.program !== undefined) return undefined;
  return 'Electron needs a display. Use "xvfb-run -a npm run test:electron", or "npm run test:electron -- --run-as-node".';
}
