import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readCommandLine } from '../../preview/command-line.ts';
import { startPreview, temporaryFolder } from './running-preview.ts';

test('parses all flags and the link', () => {
  const link = 'app.callboard:/oauth/callback?code=1';
  expect(readCommandLine(['--port', '4100', '--user-data=data', '--no-open', link])).toEqual({
    kind: 'run',
    options: { port: 4100, userData: resolve('data'), open: false, url: link },
  });
});

test('by default uses a free port and its own data folder, and opens the browser', () => {
  const read = readCommandLine([]);
  expect(read).toMatchObject({ kind: 'run', options: { port: 0, open: true, url: undefined } });
  expect(read.kind === 'run' && read.options.userData).toMatch(/callboard-preview$/);
});

test.each([
  [['--prot', '1'], 'There is no flag --prot.'],
  [['-p'], 'There is no flag -p.'],
  [['--port'], '--port needs a value.'],
  [['--port', 'many'], '--port needs a number from 0 to 65535, not "many".'],
  [['--port', '70000'], '--port needs a number from 0 to 65535, not "70000".'],
  [['--user-data', '--no-open'], '--user-data needs a value.'],
  [['--no-open=1'], '--no-open takes no value.'],
  [['nowhere'], '"nowhere" is not a URL.'],
  [['a:b', 'c:d'], 'Give only one URL, not these: a:b c:d'],
])('explains what is wrong with %j', (args, problem) => {
  expect(readCommandLine(args)).toEqual({ kind: 'wrong', problem });
});

test('exits with 2 on an unknown flag and names it, and with 0 for --help', async () => {
  using folder = temporaryFolder();
  await using wrong = startPreview(folder.path, ['--prot']);
  expect(await wrong.exited).toBe(2);
  expect(wrong.lines[0]).toBe('There is no flag --prot.');
  await using help = startPreview(folder.path, ['--help']);
  expect(await help.exited).toBe(0);
  expect(help.lines.join('\n')).toContain('--user-data DIR');
});
