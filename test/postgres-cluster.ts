import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import {
  type ClusterOptions,
  DATABASE,
  PostgresCluster,
  postgresPrograms,
  type Recruiter,
} from '../practice/team/postgres-cluster.ts';
import type { KeyPair } from './electron/network/private-authority.ts';
import { freePort } from './free-port.ts';

export type { PostgresCluster, Recruiter } from '../practice/team/postgres-cluster.ts';

const programs = postgresPrograms();

/** Tests of a team database are run if PostgreSQL is installed: `describe.runIf(hasPostgres)('...', NEEDS_POSTGRES, ...)`. */
export const hasPostgres = programs !== null;
export const NEEDS_POSTGRES = {
  meta: { needs: 'PostgreSQL 14 or newer with its server (Debian: postgresql)' },
};

/** The operating system survives every test, so nothing needs to reach the disk: a killed server loses nothing either way. */
const UNHURRIED_DISK = { fsync: 'off', full_page_writes: 'off', shared_buffers: '16MB' };

let shared: Promise<PostgresCluster> | undefined;

/** The server for tests that leave it as it is. One a process, which ends with the process; each test makes its own team. */
export function sharedCluster(): Promise<PostgresCluster> {
  shared ??= newCluster();
  return shared;
}

/** A server for a test that stops, breaks or configures it; without `onTestFinished`, whoever made it removes it. */
export async function newCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  if (programs === null) throw new Error(`This needs ${NEEDS_POSTGRES.meta.needs}.`);
  const settings = { ...UNHURRIED_DISK, ...options.settings };
  return PostgresCluster.make(programs, { port: await freePort(), ...options, settings });
}

/** As newCluster, until the test ends. */
export async function ownCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const cluster = await newCluster(options);
  onTestFinished(() => cluster.remove(), 60_000);
  return cluster;
}

export interface TestTeam {
  readonly cluster: PostgresCluster;
  /** Of its schema and its recruiters' role. */
  readonly name: string;
  /** A recruiter with this name, made at the first call. Roles are the server's, so the login has the team's name, too. */
  recruiter(name: string): Promise<Recruiter>;
  /** The `postgresql://` address for a recruiter. */
  addressOf(recruiter: Recruiter, port?: number): string;
}

/** A team that no other test knows. */
export async function newTeam(cluster?: PostgresCluster): Promise<TestTeam> {
  const server = cluster ?? (await sharedCluster());
  const name = `team_${randomBytes(4).toString('hex')}`;
  await server.createTeam(name);
  const recruiters = new Map<string, Promise<Recruiter>>();
  return {
    cluster: server,
    name,
    recruiter: (person) => {
      const made = recruiters.get(person) ?? server.createRecruiter(name, `${person}_${name}`);
      recruiters.set(person, made);
      return made;
    },
    addressOf: (recruiter, port) => server.addressOf(recruiter, DATABASE, port),
  };
}

/** A copy of all data, taken while the server works, as an administrator's tools do. Gives its folder, for `restore`. */
export async function baseBackup(cluster: PostgresCluster): Promise<string> {
  const folder = join(cluster.folder, `backup-${randomBytes(4).toString('hex')}`);
  await cluster.run(
    'pg_basebackup',
    [
      ...['-D', folder, '-h', '127.0.0.1', '-p', String(cluster.port), '-U', cluster.administrator],
      ...['--checkpoint=fast', '--no-sync', '-X', 'stream'],
    ],
    { PGPASSWORD: cluster.administratorPassword },
  );
  return folder;
}

/** Puts the server back to a base backup, which can be used again: what was stored since is gone. */
export async function restore(cluster: PostgresCluster, backup: string): Promise<void> {
  await cluster.stop('immediate');
  rmSync(cluster.data, { recursive: true, force: true, maxRetries: 5 });
  await promisify(execFile)('cp', ['-R', '-p', backup, cluster.data]);
  await cluster.start();
}

/**
 * Turns TLS on with this certificate. With `clientAuthority` (PEM), a role of the group `by_certificate` signs in by a
 * certificate of that authority for its name, and without a password; `onlyTls` refuses every other connection.
 */
export async function useTls(
  cluster: PostgresCluster,
  { cert, key }: KeyPair,
  { clientAuthority, onlyTls = false }: { clientAuthority?: string; onlyTls?: boolean } = {},
): Promise<void> {
  cluster.write(join(cluster.data, 'server.crt'), cert);
  cluster.write(join(cluster.data, 'server.key'), key);
  const statements = ['alter system set ssl = on'];
  const rules: string[] = [];
  if (clientAuthority !== undefined) {
    cluster.write(join(cluster.data, 'clients.crt'), clientAuthority);
    statements.push("alter system set ssl_ca_file = 'clients.crt'", 'create role by_certificate nologin');
    rules.push('hostssl all +by_certificate 127.0.0.1/32 cert');
  }
  if (onlyTls) rules.push('hostnossl all all 127.0.0.1/32 reject');
  const file = join(cluster.data, 'pg_hba.conf');
  cluster.write(file, [...rules, readFileSync(file, 'utf8')].join('\n'));
  // One at a time, because alter system doesn't run within a transaction.
  for (const statement of statements) await cluster.psql(statement);
  await cluster.restart();
}
