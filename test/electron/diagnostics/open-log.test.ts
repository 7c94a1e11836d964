import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../../../electron/desktop/open-log.ts';
import { temporaryFolder } from '../../temp-folder.ts';

test.each([false, true])(
  'the log is written to our log file alone, and to the terminal only if asked (%s) and for warnings',
  async (terminal) => {
    const userData = temporaryFolder();
    const home = join(userData, 'home');
    mkdirSync(home);
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'));
    const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    });

    const log = openLog({ userData, builtFolder: import.meta.dirname, terminal });
    log.event('queue_paused', { paused: true });
    log.error(new Error('Ada Lovelace, +14155550100'), 'main');
    await log.flush();

    for (const print of printed) expect(print).not.toHaveBeenCalled();
    expect(readdirSync(home)).toEqual([]);
    expect(readdirSync(join(userData, 'logs'))).toEqual(['callboard.log']);
    const text = readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8');
    const [paused = '', trouble = ''] = text.split(/(?<=\n)/);
    expect(paused).toMatch(/^\d{4}-\S+Z info {2}queue_paused paused=yes\n$/);
    expect(trouble).toMatch(/ error trouble where=main error=Error/);
    expect(text).not.toMatch(/Ada|Lovelace|4155/);
    expect(lines).toEqual(terminal ? [trouble] : []);
  },
);
