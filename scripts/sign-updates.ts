/**
 * `node scripts/sign-updates.ts FOLDER`: signs the channel files in it (`latest*.yml`, `beta*.yml`) with the Ed25519 key in
 * UPDATE_SIGNING_KEY, whose public half has to be UPDATE_PUBLIC_KEY, with which the apps were built (both PEM).
 */
import { createPublicKey } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env } from 'node:process';
import { isSignedChannel, publicHalf, signChannel } from '../electron/updates/installation.ts';

const [, , folder = 'dist'] = argv;
const privateKey = env['UPDATE_SIGNING_KEY'] ?? '';
const publicKey = env['UPDATE_PUBLIC_KEY'] ?? '';
const builtIn = createPublicKey(publicKey).export({ type: 'spki', format: 'pem' });
if (publicHalf(privateKey) !== builtIn) {
  throw new Error(
    'UPDATE_PUBLIC_KEY is not the public half of UPDATE_SIGNING_KEY: no app would accept the signature.',
  );
}
const names = globSync(['latest*.yml', 'beta*.yml'], { cwd: folder });
if (names.length === 0) throw new Error(`There is no channel file in ${folder}.`);
for (const name of names) {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  if (!isSignedChannel(name, text, publicKey)) writeFileSync(path, signChannel(name, text, privateKey));
}
