/** Runs commands of the release workflow, with programs that only tell how they were called. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSignedChannel } from '../../electron/updates/installation.ts';
import { at, readYaml } from '../../scripts/packaging/read-yaml.ts';
import { unsignedNotice } from '../../scripts/unsigned-notice.ts';
import { temporaryFolder } from '../temp-folder.ts';

const release = readYaml(join(import.meta.dirname, '../../.github/workflows/release.yml'));

function commandOf(job: string, name: RegExp): string {
  const steps = at(release, 'jobs', job, 'steps');
  const step = (Array.isArray(steps) ? steps : []).find((each) => name.test(String(at(each, 'name'))));
  return String(at(step, 'run'));
}

interface Ran {
  readonly status: number | null;
  /** Calls of the programs, with the signing variables that they were given. */
  readonly calls: readonly string[];
  readonly dist: string;
}

/** Runs a command as GitHub does, in a folder with these files in `dist`. */
function run(command: string, env: Readonly<Record<string, string>>, files: readonly string[] = []): Ran {
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  for (const made of ['bin', 'dist']) mkdirSync(join(folder, made));
  for (const file of files) writeFileSync(join(folder, 'dist', file), '');
  for (const program of ['node', 'xcrun', 'spctl', 'aws']) {
    const told = `CSC_LINK=\${CSC_LINK-none} WIN=\${WIN_CSC_LINK-none}`;
    writeFileSync(
      join(bin, program),
      `#!/bin/sh\necho "${program} $*${program === 'node' ? ` ${told}` : ''}" >> "$CALLS"\n`,
    );
    chmodSync(join(bin, program), 0o755);
  }
  const calls = join(folder, 'calls');
  const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', command], {
    cwd: folder,
    env: { PATH: `${bin}:/usr/bin:/bin`, CALLS: calls, RUNNER_TEMP: folder, ...env },
  });
  const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { status, calls: lines, dist: join(folder, 'dist') };
}

describe.skipIf(process.platform === 'win32')(
  'the steps of a release',
  { meta: { needs: 'a bash of POSIX' } },
  () => {
    const mac = commandOf('build', /macOS/);
    const windows = commandOf('build', /Windows/);

    test('without a certificate macOS is packed unsigned, and marked so', () => {
      const { status, calls, dist } = run(mac, {
        CSC_LINK: '',
        CSC_KEY_PASSWORD: '',
        APPLE_API_KEY_FILE: '',
      });
      expect({ status, calls }).toEqual({
        status: 0,
        calls: ['node scripts/package.ts --mac CSC_LINK=none WIN=none'],
      });
      expect(existsSync(join(dist, 'unsigned-mac'))).toBe(true);
    });

    test('with one macOS is signed or fails, and its notarisation is checked', () => {
      const { status, calls, dist } = run(mac, { CSC_LINK: 'cert', APPLE_API_KEY_FILE: 'key' });
      expect(status).toBe(0);
      expect(calls[0]).toBe('node scripts/package.ts --mac -c.forceCodeSigning=true CSC_LINK=cert WIN=none');
      expect(calls[1]).toMatch(/^xcrun stapler validate/);
      expect(calls[2]).toMatch(/^spctl --assess/);
      expect(existsSync(join(dist, 'unsigned-mac'))).toBe(false);
    });

    test('without a certificate Windows is packed unsigned, and marked so', () => {
      const { status, calls, dist } = run(windows, { AZURE_SIGNING_ENDPOINT: '', WIN_CSC_LINK: '' });
      expect({ status, calls }).toEqual({
        status: 0,
        calls: ['node scripts/package.ts --win CSC_LINK=none WIN=none'],
      });
      expect(existsSync(join(dist, 'unsigned-win'))).toBe(true);
    });

    test('with a certificate or an Azure account Windows is signed or fails', () => {
      const file = run(windows, { AZURE_SIGNING_ENDPOINT: '', WIN_CSC_LINK: 'cert' });
      expect(file.calls).toEqual([
        'node scripts/package.ts --win -c.forceCodeSigning=true CSC_LINK=none WIN=cert',
      ]);
      expect(existsSync(join(file.dist, 'unsigned-win'))).toBe(false);
      const azure = run(windows, {
        AZURE_SIGNING_ENDPOINT: 'https://weu.example.net',
        AZURE_SIGNING_PUBLISHER: 'Example GmbH & Co',
        WIN_CSC_LINK: '',
      });
      expect(azure.calls[0]).toContain('-c.win.azureSignOptions.endpoint=https://weu.example.net');
      expect(azure.calls[0]).toContain('publisherName=Example GmbH & Co');
      expect(azure.calls[0]).toContain('WIN=none');
    });

    test('what is not signed is not offered as an update, though its files are there', () => {
      const offer = commandOf('publish', /Offer it as an update/);
      const env = { UPDATES_BUCKET: 'b', UPDATES_ENDPOINT: 'https://s3.example.com', UPDATE_SIGNING_KEY: '' };
      const signed = run(offer, { ...env, UPDATE_SIGNING_KEY: 'key' });
      expect(signed.calls).toHaveLength(3);
      // Signed before anything is offered.
      expect(signed.calls[0]).toMatch(/^node scripts\/sign-updates\.ts dist /);
      expect(signed.calls[2]).not.toMatch(/-mac\.yml|-linux/);
      const unsigned = run(offer, env, ['unsigned-mac', 'unsigned-win']);
      // The last filter that matches decides.
      expect(unsigned.calls[1]).toMatch(
        /--include latest\*\.yml --include beta\*\.yml --exclude \*-mac\.yml --exclude latest\.yml --exclude beta\.yml --exclude \*-linux\*\.yml/,
      );
    });
  },
);

test('channel files are signed once, by the key whose public half the apps have, or not at all', () => {
  const pair = (): Record<string, string> => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    return {
      UPDATE_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      UPDATE_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  };
  const dist = temporaryFolder();
  const files = ['latest-linux.yml', 'latest-linux-arm64.yml', 'beta.yml'];
  for (const file of files) writeFileSync(join(dist, file), 'version: 1.2.3\n');
  const keys = pair();
  const sign = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/sign-updates.ts'), dist], { env })
      .status;
  const texts = () => files.map((file) => readFileSync(join(dist, file), 'utf8'));
  expect(sign({ ...keys, UPDATE_PUBLIC_KEY: pair()['UPDATE_PUBLIC_KEY'] ?? '' })).not.toBe(0);
  expect(sign({ UPDATE_PUBLIC_KEY: keys['UPDATE_PUBLIC_KEY'] ?? '' })).not.toBe(0);
  expect(new Set(texts())).toEqual(new Set(['version: 1.2.3\n']));
  for (const _time of ['first', 'second']) {
    expect(sign(keys)).toBe(0);
    const signed = texts();
    expect(
      files.map((file, at) => isSignedChannel(file, signed[at] ?? '', keys['UPDATE_PUBLIC_KEY'] ?? '')),
    ).toEqual([true, true, true]);
    expect(signed.map((text) => text.split('\n').length)).toEqual([3, 3, 3]);
  }
});

test("a release's text says which systems are unsigned and what to do, and nothing if all are signed", () => {
  const dist = temporaryFolder();
  expect(unsignedNotice(dist)).toBe('');
  writeFileSync(join(dist, 'unsigned-win'), '');
  expect(unsignedNotice(dist)).toMatch(
    /^> \*\*The files for Windows are not signed\.\*\*.*\n>\n> Compare .*\n$/,
  );
  writeFileSync(join(dist, 'unsigned-mac'), '');
  expect(unsignedNotice(dist)).toContain('**The files for macOS are not signed.**');
});
