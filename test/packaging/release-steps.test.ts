/** Runs commands of the release workflow, with programs that only tell how they were called. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
      const env = { UPDATES_BUCKET: 'b', UPDATES_ENDPOINT: 'https://s3.example.com' };
      const signed = run(offer, env);
      expect(signed.calls).toHaveLength(2);
      expect(signed.calls[1]).not.toContain('-mac.yml');
      const unsigned = run(offer, env, ['unsigned-mac', 'unsigned-win']);
      // The last filter that matches decides.
      expect(unsigned.calls[1]).toMatch(
        /--include latest\*\.yml --include beta\*\.yml --exclude \*-mac\.yml --exclude latest\.yml --exclude beta\.yml/,
      );
    });
  },
);

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
