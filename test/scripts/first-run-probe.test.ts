import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checks } from '../../scripts/first-run/checks.ts';
import { type Host, previewHost } from '../../scripts/first-run/host.ts';
import { runProbe } from '../../scripts/first-run/run-probe.ts';
import { temporaryFolder } from '../temp-folder.ts';

test("the probe of a first run reports its checks, and what the preview can't tell as not available", async () => {
  const checks = new Checks();
  const { output, flags } = await runProbe(previewHost(), join(temporaryFolder(), 'data'), checks);
  expect(checks.results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  const outcomeOf = (name: string) => checks.results.find((check) => check.name === name)?.outcome;
  expect(outcomeOf('SQLite searches text (FTS5, trigram)')).toBe('ok');
  expect(outcomeOf('The key store seals and opens a probe')).toBe('ok');
  expect(outcomeOf('Electron ends in its order')).toBe('ok');
  expect(outcomeOf("The page's process is sandboxed")).toBe('not available');
  expect(output).toContain("Notification: Callboard's first run");
  expect(flags).toEqual([]);
});

test('a program that ends at once fails the probe, and is tried again without its sandbox on Linux', async () => {
  const ends: Host = {
    ...previewHost(),
    kind: 'electron',
    command: (_folder, _userData, more = []) => ({
      program: process.execPath,
      args: ['-e', 'console.error("no sandbox here"); process.exit(5)', '--', ...more],
      env: process.env,
    }),
  };
  const checks = new Checks();
  const { output, flags } = await runProbe(ends, temporaryFolder(), checks);
  const tries = process.platform === 'linux' ? 2 : 1;
  expect(checks.results.map(({ outcome, words }) => [outcome, words])).toEqual(
    Array.from({ length: tries }, () => ['failed', 'It ended with code 5 before its first check.']),
  );
  expect(output).toContain('no sandbox here');
  expect(flags).toEqual(process.platform === 'linux' ? ['--no-sandbox'] : []);
});
