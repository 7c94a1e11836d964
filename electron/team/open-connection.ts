import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Client } from 'pg';
import { type TeamConnection, type TeamProblem, teamProblem } from '../../shared/team.ts';
import {
  errorCode,
  errorCodes,
  fileErrorCode,
  isCertificateError,
  systemReason,
} from '../network/system-error.ts';

/** How long until a connection is made and signed in, ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How much longer than the server itself the app waits for the end of a statement, ms. */
const GRACE_MS = 5000;
/** When a silent connection is asked whether it is still there, ms. */
const KEEP_ALIVE_MS = 30_000;
/** How often a statement is tried that others got in the way of, and the longest pause between, ms. */
const MOST_TRIES = 5;
const LONGEST_PAUSE_MS = 100;

/** PostgreSQL's OID of bigint; every number of a team fits a JavaScript number. */
const BIGINT = 20;

/** Why a statement, or the connection it needs, failed. */
export class TeamError extends Error {
  override readonly name = 'TeamError';
  readonly problem: TeamProblem;
  /** Whether the statement may have been carried out: it was sent, and the answer is missing. */
  readonly mayHaveRun: boolean;
  /** What the server said (PostgreSQL, appendix A); '' if it said nothing. */
  readonly sqlState: string;

  constructor(problem: TeamProblem, more: { readonly mayHaveRun?: boolean; readonly cause?: unknown } = {}) {
    super(problem.code, { cause: more.cause });
    this.problem = problem;
    this.mayHaveRun = more.mayHaveRun ?? false;
    this.sqlState = sqlStateOf(more.cause);
  }
}

interface ConnectionOptions {
  readonly connection: TeamConnection;
  /** Undefined: the server may ask for none. */
  readonly password: string | undefined;
  /** How long the server works on a statement, ms. */
  readonly statementTimeoutMs: number;
  /** Ends it at once, also while it is being made. */
  readonly signal?: AbortSignal;
  /** The connection ended by itself. Called once. */
  readonly onLost: (problem: TeamProblem) => void;
  /** A NOTIFY of a channel that it listens to. */
  readonly onNotify?: (() => void) | undefined;
}

/** A connection to the team's database, with one statement at a time. */
export class OpenConnection {
  private readonly client: Client;
  private readonly socket: Socket;
  private readonly options: ConnectionOptions;
  private readonly turns = pLimit(1);
  private lost: TeamProblem | undefined;
  private ending = false;

  private constructor(client: Client, socket: Socket, options: ConnectionOptions) {
    this.client = client;
    this.socket = socket;
    this.options = options;
    client.on('error', (error) => this.end(error));
    client.on('end', () => this.end(undefined));
    client.on('notification', () => options.onNotify?.());
  }

  /** Connects and signs in. Rejects with a {@link TeamError}. */
  static async open(options: ConnectionOptions): Promise<OpenConnection> {
    const { connection, password, statementTimeoutMs, signal } = options;
    const socket = new Socket();
    signal?.addEventListener('abort', () => socket.destroy(new Error('The attempt was given up.')));
    try {
      // Loaded by whoever has a team.
      const { Client } = await import('pg');
      const client = new Client({
        host: connection.host,
        port: connection.port,
        database: connection.database,
        user: connection.user,
        // A function, or it would look for PGPASSWORD and ~/.pgpass, which are not this workspace's.
        password: () => password ?? '',
        ssl: await tlsOf(connection),
        sslnegotiation: 'postgres',
        stream: () => socket,
        application_name: 'Callboard',
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      });
      const opened = new OpenConnection(client, socket, options);
      await client.connect();
      client.setTypeParser(BIGINT, Number);
      // Whatever is usual there, a claim that is confirmed is on the server's disk, and times are written as `pg` reads them.
      await opened.query(
        `select set_config('search_path', $1, false), set_config('statement_timeout', $2, false),
           set_config('synchronous_commit', 'on', false), set_config('datestyle', 'ISO', false)`,
        [connection.schema, String(statementTimeoutMs)],
      );
      return opened;
    } catch (error) {
      socket.destroy();
      throw error instanceof TeamError
        ? error
        : new TeamError(problemOf(error, connection), { cause: error });
    }
  }

  /**
   * The rows of a statement, which is tried again where others got in its way. Rejects with a {@link TeamError} that
   * says whether it may have been carried out.
   */
  query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.turns(() => this.repeatedly<Row>(text, values));
  }

  /** Ends the connection after the statements that are under way. */
  async close(): Promise<void> {
    this.ending = true;
    await this.turns(() => this.client.end().catch(() => undefined));
    this.socket.destroy();
  }

  /** Whether a statement is under way, whose own time limit applies. */
  get isBusy(): boolean {
    return this.turns.activeCount > 0;
  }

  /** Takes it for lost: it gave no answer. */
  giveUp(): void {
    this.socket.destroy(new Error('timeout expired'));
  }

  /** Ends it at once. */
  destroy(): void {
    this.ending = true;
    this.socket.destroy();
  }

  private async repeatedly<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    for (let tried = 1; ; tried += 1) {
      if (this.lost || this.ending) throw new TeamError(this.lost ?? teamProblem('connection_lost'));
      try {
        return await this.once<Row>(text, values);
      } catch (error) {
        const isInTheWay = IN_THE_WAY.has(sqlStateOf(error));
        if (!isInTheWay || tried === MOST_TRIES) throw this.errorOf(error);
        await wait(Math.random() * LONGEST_PAUSE_MS);
      }
    }
  }

  private async once<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { statementTimeoutMs } = this.options;
    // The server says nothing any more: what became of the statement can't be told.
    const timer = setTimeout(() => this.giveUp(), statementTimeoutMs + GRACE_MS);
    try {
      const { rows } = await this.client.query<Row>({ text, values: [...values] });
      return rows;
    } finally {
      clearTimeout(timer);
    }
  }

  private errorOf(error: unknown): TeamError {
    const sqlState = sqlStateOf(error);
    const mayHaveRun = sqlState === '' || MAY_HAVE_RUN.test(sqlState);
    const problem = problemOf(error, this.options.connection);
    return new TeamError(problem, { mayHaveRun, cause: error });
  }

  private end(error: unknown): void {
    if (this.lost) return;
    const problem = problemOf(error, this.options.connection);
    this.lost = problem;
    this.socket.destroy();
    if (!this.ending) this.options.onLost(problem);
  }
}

/** Two transactions in each other's way: nothing of this one was carried out. */
const IN_THE_WAY = new Set(['40001', '40P01']);

/** Where the server ends the connection, or doesn't know what it did itself. All else undoes the statement. */
const MAY_HAVE_RUN = /^(?:08|57P|58|XX)|^40003$/;

/** How to secure the connection; false: not at all. */
async function tlsOf({ tls, certificate, key }: TeamConnection) {
  if (tls === 'off') return false;
  const own = certificate !== null && {
    cert: await readOwn(certificate),
    // One file may hold both.
    key: await readOwn(key ?? certificate),
  };
  // The authorities are Node's defaults, which `TrustedAuthorities` sets; the name is checked against the host.
  return { ...own, minVersion: 'TLSv1.2' as const, rejectUnauthorized: tls !== 'require' };
}

async function readOwn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = fileErrorCode(error);
    if (reason === undefined) throw error;
    throw new TeamError(teamProblem('client_certificate_unreadable', { path, reason }), {
      cause: error,
    });
  }
}

function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'severity' in error ? errorCode(error) : undefined;
  return code ?? '';
}

/** What an error of the socket, of TLS, of the library or of the server means. */
export function problemOf(error: unknown, connection: TeamConnection): TeamProblem {
  if (error instanceof TeamError) return error.problem;
  const sqlState = sqlStateOf(error);
  if (sqlState !== '') return ofServer(sqlState, error, connection);
  if (isCertificateError(error)) return ofCertificate(error, connection);
  for (const code of errorCodes(error)) {
    const problem = OF_SYSTEM[code]?.(connection);
    if (problem) return problem;
    if (/^(?:ERR_OSSL|ERR_CRYPTO)/.test(code) && connection.certificate !== null)
      return teamProblem('client_certificate_unusable', { reason: systemReason(error) ?? code });
    if (/^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(code))
      return teamProblem('tls_failed', { reason: systemReason(error) ?? code });
  }
  const said = error instanceof Error ? error.message : '';
  return OF_LIBRARY.find(([words]) => words.test(said))?.[1](connection) ?? teamProblem('connection_lost');
}

type Judge = (connection: TeamConnection) => TeamProblem;

const hostNotFound: Judge = ({ host }) => teamProblem('host_not_found', { host });
const noRoute: Judge = ({ host }) => teamProblem('no_route', { host });
const timedOut: Judge = ({ host }) => teamProblem('timed_out', { host });
const lost: Judge = () => teamProblem('connection_lost');

/** By the code of the system. */
const OF_SYSTEM: Readonly<Record<string, Judge>> = {
  ENOTFOUND: hostNotFound,
  EAI_AGAIN: hostNotFound,
  EAI_NONAME: hostNotFound,
  ECONNREFUSED: ({ host, port }) => teamProblem('connection_refused', { host, port }),
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENETDOWN: noRoute,
  EADDRNOTAVAIL: noRoute,
  ETIMEDOUT: timedOut,
  ECONNRESET: lost,
  EPIPE: lost,
};

/** By the words of `pg`, whose own errors have no codes. */
const OF_LIBRARY: readonly (readonly [RegExp, Judge])[] = [
  [/^timeout expired$/, timedOut],
  [/^The server does not support SSL connections$/, ({ host }) => teamProblem('tls_not_offered', { host })],
  [/^There was an error establishing an SSL connection$/, () => teamProblem('not_postgresql')],
  [/client password must be/, () => teamProblem('password_missing')],
];

function ofCertificate(error: unknown, { host }: TeamConnection): TeamProblem {
  const codes = errorCodes(error);
  if (codes.includes('ERR_TLS_CERT_ALTNAME_INVALID') || codes.includes('HOSTNAME_MISMATCH'))
    return teamProblem('certificate_of_another', { host });
  if (codes.includes('CERT_HAS_EXPIRED') || codes.includes('CERT_NOT_YET_VALID'))
    return teamProblem('certificate_expired', { host });
  return teamProblem('certificate_not_trusted', { host, reason: systemReason(error) ?? '' });
}

function ofServer(sqlState: string, error: unknown, connection: TeamConnection): TeamProblem {
  const { user, database, schema, tls } = connection;
  switch (sqlState) {
    case '28P01':
      return teamProblem('wrong_password', { user });
    case '28000':
      // By the place in the server's source, because its words are in the server's language.
      return error instanceof Error && 'routine' in error && error.routine === 'ClientAuthentication'
        ? teamProblem('not_let_in', { user, tls: tls !== 'off' })
        : teamProblem('no_such_login', { user });
    case '3D000':
      return teamProblem('no_such_database', { database });
    case '42501':
      return error instanceof Error && error.message === 'not_your_computer'
        ? teamProblem('computer_of_another')
        : teamProblem('no_rights', { user, schema });
    case '53300':
      return teamProblem('too_many_connections');
    case '53100':
    case '53200':
      return teamProblem('server_full');
    case '25006':
      return teamProblem('read_only');
    case '57014':
      return teamProblem('statement_timed_out');
    case '57P03':
      return teamProblem('starting_up');
    case '57P01':
    case '57P02':
      return teamProblem('shutting_down');
    default:
      return sqlState.startsWith('08')
        ? teamProblem('connection_lost')
        : teamProblem('unexpected', { sqlState });
  }
}
