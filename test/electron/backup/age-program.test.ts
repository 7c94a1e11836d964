import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temp-folder.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { archiveOf, contentOf, PASSPHRASE, UNHURRIED } from './archive.ts';

const runs = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0;

const installed = process.platform === 'linux' && runs('age', '--version') && runs('script', '--version');

/** scrypt is slow on purpose, and each of these tests runs it several times. */
const SLOW_MS = 180_000;

const inFolder = (name: string): string => join(temporaryFolder(), name);

/** Runs `age` in a pseudo-terminal, because it reads passphrases only from a terminal. Gives its exit code. */
async function age(passphrase: string, ...args: string[]): Promise<number | null> {
  const command = ['age', ...args].map((arg) => `'${arg}'`).join(' ');
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let unanswered = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    unanswered += text;
    if (!/(?:Enter|Confirm) passphrase[^:]*:/.test(unanswered)) return;
    unanswered = '';
    terminal.stdin.write(`${passphrase}\n`);
  });
  return new Promise((resolve, reject) => terminal.once('error', reject).once('close', resolve));
}

describe.runIf(installed)(
  'the age program',
  { meta: { needs: 'the programs age and script' }, timeout: SLOW_MS },
  () => {
    it('decrypts a backup with its passphrase, and with no other', async () => {
      const old = await temporaryStorage();
      await addTracked(old, 'request-1', { candidateName: 'Zebulon Quist' });
      const [backup, opened] = [inFolder('made.callboard-backup'), inFolder('opened.gz')];
      const about = { madeAt: 5000, madeBy: '1.2.3', settings: {}, numberKeys: {} };
      const made = () => ({ passphrase: PASSPHRASE, ...about });
      await archiveOf(old.path).make(made, UNHURRIED, ({ pieces }) => writeFile(backup, pieces));
      expect(await age('seven green umbrellas ran', '--decrypt', '--output', opened, backup)).toBe(1);
      expect(await age(PASSPHRASE, '--decrypt', '--output', opened, backup)).toBe(0);
      const content = readFileSync(opened);
      expect(content).toEqual(await contentOf(old.path));
      expect(gunzipSync(content).toString('utf8')).toContain('Zebulon Quist');
    });

    it('encrypts content that can be opened and restored as a backup', async () => {
      const old = await temporaryStorage();
      await addTracked(old, 'request-1');
      const [content, backup] = [inFolder('content.gz'), inFolder('made-by-age')];
      writeFileSync(content, await contentOf(old.path));
      expect(await age(PASSPHRASE, '--passphrase', '--output', backup, content)).toBe(0);

      const here = await temporaryStorage();
      const archive = archiveOf(here.path);
      await archive.open(backup, PASSPHRASE, UNHURRIED);
      const report = await archive.restore({ now: 9000, numberKeys: {} }, UNHURRIED);
      expect(report.requests).toBe(1);
    });
  },
);
