import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Where Debian, Red Hat, Homebrew and Postgres.app install each version. */
const INSTALLED = [
  ['/usr/lib/postgresql', /^(\d+)$/],
  ['/usr', /^pgsql-(\d+)$/],
  ['/opt/homebrew/opt', /^postgresql@(\d+)$/],
  ['/usr/local/opt', /^postgresql@(\d+)$/],
  ['/Applications/Postgres.app/Contents/Versions', /^(\d+)$/],
] as const;

const OLDEST_MAJOR = 14;

/** ms that a server may take to start, or to end. */
const PATIENCE_MS = 60_000;

export const DATABASE = 'hiring';
export const SCHEMA_FILE = join(import.meta.dirname, '..', '..', 'team', 'schema.sql');

/**
 * Runs the server beside a shell that waits for its standard input to end: the server then never outlives this process, not
 * even if it is killed. A line in between means that the data will be needed again.
 */
const SUPERVISOR = `
"$@" & server=$!
if read -r again; then kept=$again; fi
kill -INT "$server" 2>/dev/null
wait "$server"
[ -n "$kept" ] || rm -rf "$FOLDER"
`;

export interface ClusterOptions {
  /** Of 127.0.0.1; a free one by default. */
  readonly port?: number;
  /** Of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where the folder of the cluster is made. */
  readonly parent?: string;
}

export interface Recruiter {
  readonly login: string;
  readonly password: string;
}

/** The programs of the newest installed PostgreSQL that will do: their folder; null without one. */
export function postgresPrograms(): string | null {
  if (process.platform === 'win32') return null;
  const versions = INSTALLED.flatMap(([folder, pattern]) =>
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
      const major = Number(pattern.exec(name)?.[1] ?? 0);
      return major >= OLDEST_MAJOR ? [{ major, programs: join(folder, name, 'bin') }] : [];
    }),
  );
  return (
    versions
      .filter(({ programs }) =>
        ['initdb', 'postgres', 'psql'].every((each) => existsSync(join(programs, each))),
      )
      .sort((a, b) => b.major - a.major)[0]?.programs ?? null
  );
}

/** A PostgreSQL server on 127.0.0.1 with data of its own, which are gone with it. */
export class PostgresCluster {
  readonly administrator = 'postgres';
  readonly administratorPassword = newPassword();
  /** All its files. */
  readonly folder: string;
  readonly data: string;
  private server: ChildProcess | undefined;
  private readonly programs: string;
  private readonly options: ClusterOptions;
  private usedPort = 0;

  private constructor(programs: string, options: ClusterOptions) {
    this.programs = programs;
    this.options = options;
    this.folder = mkdtempSync(join(options.parent ?? tmpdir(), 'callboard-postgres-'));
    this.data = join(this.folder, 'data');
    this.own(this.folder);
  }

  /** Makes one and starts it, with the database `hiring`. */
  static async make(programs: string, options: ClusterOptions = {}): Promise<PostgresCluster> {
    const cluster = new PostgresCluster(programs, options);
    try {
      const passwordFile = join(cluster.folder, 'password');
      cluster.write(passwordFile, cluster.administratorPassword);
      await cluster.run('initdb', [
        ...['-D', cluster.data, '-U', cluster.administrator, '--pwfile', passwordFile],
        ...['-A', 'scram-sha-256', '-E', 'UTF8', '--no-locale', '--no-sync'],
      ]);
      rmSync(passwordFile);
      await cluster.start();
      await cluster.psql(`create database ${DATABASE}`, { database: 'postgres' });
    } catch (error) {
      await cluster.remove();
      throw error;
    }
    return cluster;
  }

  get port(): number {
    return this.usedPort;
  }

  /** Starts it, at the same port as before. */
  async start(): Promise<void> {
    this.usedPort ||= this.options.port ?? (await freePort());
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ...this.options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(
      '/bin/sh',
      [
        ...['-c', SUPERVISOR, 'supervisor', join(this.programs, 'postgres')],
        ...['-D', this.data, '-p', String(this.usedPort), ...flags],
      ],
      // In a group of its own: Ctrl+C in a terminal ends it through this process alone.
      { ...this.unprivileged(), detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    this.server = server;
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    // Whoever holds it may end without a word.
    server.unref();
    for (const stream of [server.stdin, server.stderr]) (stream as { unref?(): void } | null)?.unref?.();
    const deadline = performance.now() + PATIENCE_MS;
    while (this.postmaster()?.state !== 'ready') {
      // Whoever connects too early is told so.
      if (/FATAL:(?! +the database system)/.test(said) || performance.now() > deadline) {
        await this.stop();
        throw new Error(`PostgreSQL can't start: ${said}`);
      }
      await pause(5);
    }
  }

  /**
   * Ends it and keeps its data. `fast` cuts all connections, `immediate` does so without writing anything any more, and `kill`
   * is what a crash does.
   */
  async stop(how: 'fast' | 'immediate' | 'kill' = 'fast'): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const signal = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
    const pid = this.postmaster()?.pid;
    if (pid !== undefined) endProcess(pid, signal[how]);
    const closed = once(server, 'close');
    server.stdin?.end('keep\n');
    server.ref();
    // The pipe closes with the last process of the server.
    await closed;
    // A crash leaves it behind, and the next start would be taken for ready.
    rmSync(this.postmasterFile, { force: true });
  }

  /** Ends it and starts it again. */
  async restart(how: 'fast' | 'immediate' | 'kill' = 'fast'): Promise<void> {
    await this.stop(how);
    await this.start();
  }

  /** Ends it and removes all its files. */
  async remove(): Promise<void> {
    await this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Makes a team: a schema with its roles. */
  async createTeam(name: string, database = DATABASE): Promise<void> {
    await this.psql({ file: SCHEMA_FILE }, { database, variables: { team: name } });
  }

  /** Makes a role that may sign in, of one team or none. */
  async createRecruiter(team: string | null, login: string): Promise<Recruiter> {
    const password = newPassword();
    const membership = team === null ? '' : `in role "${team}"`;
    await this.psql(`create role "${login}" login password '${password}' ${membership}`);
    return { login, password };
  }

  /** `postgresql://` address for this role. */
  addressOf({ login, password }: Recruiter, database = DATABASE, port = this.port): string {
    return `postgresql://${encodeURIComponent(login)}:${password}@127.0.0.1:${port}/${database}`;
  }

  /** Runs statements, or a file of them, by `psql`, as the administrator by default. Gives what it prints, unaligned. */
  async psql(
    what: string | { readonly file: string },
    {
      database = DATABASE,
      as,
      variables = {},
    }: {
      readonly database?: string;
      readonly as?: Recruiter;
      readonly variables?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<string> {
    const user = as?.login ?? this.administrator;
    const password = as?.password ?? this.administratorPassword;
    const assigned = Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
    return this.run(
      'psql',
      [
        ...['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', ...assigned],
        ...['-h', '127.0.0.1', '-p', String(this.port), '-U', user, '-d', database],
        ...(typeof what === 'string' ? ['-c', what] : ['-f', what.file]),
      ],
      { PGPASSWORD: password },
    );
  }

  /** Runs a program of PostgreSQL to its end. Gives its output. */
  async run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const path = join(this.programs, program);
    const options = this.unprivileged();
    const { stdout } = await promisify(execFile)(path, args, {
      ...options,
      env: { ...options.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.trimEnd();
  }

  /** Writes a file that only the server's user can read. */
  write(path: string, content: string): void {
    writeFileSync(path, content, { mode: 0o600 });
    this.own(path);
  }

  private own(path: string): void {
    const user = serverUser();
    if (user) chownSync(path, user.uid, user.gid);
  }

  private get postmasterFile(): string {
    return join(this.data, 'postmaster.pid');
  }

  /** The server's first process and its state, by its own file. */
  private postmaster(): { readonly pid: number; readonly state: string | undefined } | undefined {
    if (!existsSync(this.postmasterFile)) return undefined;
    const lines = readFileSync(this.postmasterFile, 'utf8').split('\n');
    return { pid: Number(lines[0]), state: lines[7]?.trim() };
  }

  private unprivileged() {
    // None of the person's own PGHOST and PGSERVICE, and messages in English.
    const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', FOLDER: this.folder };
    return { ...serverUser(), cwd: this.folder, env };
  }
}

/** PostgreSQL refuses to run as root: it gets the user of Debian's package, or nobody. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres:', 'nobody:'].flatMap((name) => users.filter((each) => each.startsWith(name)))[0];
  const [, , uid, gid] = (line ?? '').split(':');
  if (uid === undefined || gid === undefined)
    throw new Error('There is no user that PostgreSQL could run as.');
  return { uid: Number(uid), gid: Number(gid) };
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
