import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readCommandLine } from '../../practice/command-line.ts';
import { postgresPrograms } from '../../practice/team/postgres-cluster.ts';
import { startPracticeTeam } from '../../practice/team/practice-team.ts';
import { hasPostgres, NEEDS_POSTGRES } from '../postgres-cluster.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { practice } from './support/practice-client.ts';

const MAIN = join(import.meta.dirname, '../../practice/main.ts');

/** The practice service as a child process, with its output so far. */
interface Program {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
}

function run(...args: string[]): Program {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes) => {
    out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    err += bytes;
  });
  return { process: child, out: () => out, err: () => err };
}

async function exitCode(program: Program): Promise<number | null> {
  const [code] = await once(program.process, 'close');
  return code;
}

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  'prints one line of JSON, serves, and stops on %s',
  { meta: { needs: 'signals of POSIX' } },
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'practice-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const program = run(
      '--folder',
      folder,
      '--admin-port',
      '0',
      '--client-id',
      'me',
      '--redirect-uri',
      'http://127.0.0.1/x',
    );
    await expect.poll(program.out, { timeout: 15_000 }).toMatch(/\n$/);
    const ready = JSON.parse(program.out());
    expect(Object.keys(ready)).toEqual([
      'base_url',
      'auth_url',
      'client_id',
      'client_secret',
      'redirect_uris',
      'admin_url',
    ]);
    expect(ready).toMatchObject({ client_id: 'me', redirect_uris: ['http://127.0.0.1/x'] });
    expect((await fetch(`${ready.base_url}/v1/interview/requests/x`)).status).toBe(401);
    expect((await fetch(`${ready.admin_url}/faults`)).status).toBe(200);
    program.process.kill(signal);
    expect(await exitCode(program)).toBe(0);
    expect(program.out().split('\n')).toHaveLength(2);
    expect(program.err()).toBe('');
  },
);

test.runIf(hasPostgres)(
  'starts a team database of three recruiters with --team, and takes it away at the end',
  NEEDS_POSTGRES,
  async () => {
    const programs = String(postgresPrograms());
    // PostgreSQL's user must get to its folder in there.
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const program = run('--team');
    await expect.poll(program.out, { timeout: 60_000 }).toMatch(/^(?:.*\n){4}$/);
    const [ready, ...team] = program.out().trimEnd().split('\n');
    expect(JSON.parse(ready ?? '')).toHaveProperty('base_url');
    for (const [at, login] of ['anna', 'ben', 'clara'].entries()) {
      const address = team[at]?.replace(`Team database for ${login}: `, '') ?? '';
      const asks = ['-X', '-A', '-t', '-c', 'select session_user, version from callboard.team', address];
      expect(spawnSync(join(programs, 'psql'), asks, { encoding: 'utf8' })).toMatchObject({
        stderr: '',
        stdout: expect.stringMatching(new RegExp(`^${login}\\|\\d+\n$`)),
      });
    }
    const anna = team[0]?.replace('Team database for anna: ', '') ?? '';
    const people = 'select person, kind, count(*) from callboard.records group by 1, 2 order by 2';
    expect(
      spawnSync(join(programs, 'psql'), ['-X', '-A', '-t', '-c', people, anna], { encoding: 'utf8' }).stdout,
    ).toBe('Clara Ruiz|library|4\nClara Ruiz|request|3\n');
    program.process.kill('SIGINT');
    expect(await exitCode(program)).toBe(0);
    expect(program.err()).toBe('');
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('says what to install for --team where PostgreSQL is missing', async () => {
  await expect(startPracticeTeam(await practice(), null)).rejects.toThrow(
    /^Its team database (?:needs PostgreSQL|is for Linux)/,
  );
});

test('exits with code 1 and a plain sentence if the port is in use', async () => {
  const port = new URL((await practice()).baseUrl).port;
  const program = run('--port', port);
  expect(await exitCode(program)).toBe(1);
  expect(program.err()).toBe(`The practice service can't start: Port ${port} is taken by another program.\n`);
  expect(program.out()).toBe('');
});

test('exits with code 2 and a plain sentence on an unknown flag', async () => {
  const program = run('--prot', '80');
  expect(await exitCode(program)).toBe(2);
  expect(program.err()).toBe("Unknown option '--prot'. See --help.\n");
});

test('parses every flag', () => {
  const line =
    '--port 1 --admin-port 2 --folder d --time-scale 2.5 --token-lifetime 60 --client-id i --client-secret s --redirect-uri a: --redirect-uri b:';
  expect(readCommandLine(line.split(' '))).toEqual({
    kind: 'start',
    options: {
      port: 1,
      adminPort: 2,
      folder: 'd',
      timeScale: 2.5,
      tokenLifetimeSeconds: 60,
      clientId: 'i',
      clientSecret: 's',
      redirectUris: ['a:', 'b:'],
    },
    team: false,
  });
  expect(readCommandLine(['--team'])).toEqual({ kind: 'start', options: {}, team: true });
  expect(readCommandLine([])).toEqual({ kind: 'start', options: {}, team: false });
  expect(readCommandLine(['--help'])).toEqual({ kind: 'help' });
});

test.each([
  '--port x',
  '--port 70000',
  '--port=-1',
  '--time-scale 0',
  '--time-scale=',
  '--token-lifetime 1.5',
  'stray',
  '--port',
])('rejects the command line "%s"', (line) => {
  expect(readCommandLine(line.split(' '))).toMatchObject({
    kind: 'mistake',
    message: expect.stringMatching(/\w/),
  });
});
