import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import electronLog from 'electron-log/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../../../electron/desktop/open-log.ts';
import { temporaryFolder } from '../../temp-folder.ts';

test('electron-log writes only records, and only to our log file', async () => {
  const userData = temporaryFolder();
  const home = join(userData, 'home');
  mkdirSync(home);
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'));
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  );
  const terminal = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  const log = openLog({ userData, builtFolder: import.meta.dirname, terminal: false });
  log.event('queue_paused', { paused: true });
  for (const level of ['error', 'warn', 'info', 'verbose', 'debug', 'silly', 'log'] as const) {
    electronLog[level]('Ada Lovelace', '+14155550100', { token: 'eyJ' }, new Error('Ada'));
  }
  electronLog.scope('Ada').error('Lovelace');
  await log.flush();

  expect(terminal).not.toHaveBeenCalled();
  for (const print of printed) expect(print).not.toHaveBeenCalled();
  expect(readdirSync(home)).toEqual([]);
  expect(readdirSync(join(userData, 'logs'))).toEqual(['callboard.log']);
  const text = readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8');
  expect(text).toContain(' info  queue_paused paused=yes\n');
  expect(text).toContain('not_a_record\n');
  expect(text).not.toMatch(/Ada|Lovelace|4155|eyJ/);
});
