/**
 * How to start npm. Like setup.mjs, this runs on Node 20 without any dependency.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Program and first arguments that start npm. npm.cmd would need a shell (CVE-2024-27980), and a shell would split paths
 * with spaces: on Windows this is npm's own script, with the Node that belongs to it.
 */
export function npmCommand({
  platform = process.platform,
  env = process.env,
  execPath = process.execPath,
} = {}) {
  if (platform !== 'win32') return ['npm'];
  // Set by npm in its scripts.
  if (env.npm_execpath && env.npm_node_execpath) return [env.npm_node_execpath, env.npm_execpath];
  const beside = join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return [execPath, beside];
  throw new Error(
    'npm is missing beside this Node. Install Node from nodejs.org, then run the command by `npm run`.',
  );
}
