import { setTimeout as wait } from 'node:timers/promises';
import {
  passes,
  type TeamConnection,
  type TeamProblem,
  type TeamProblemCode,
  type TeamState,
  teamProblem,
} from '../../shared/team.ts';
import { isLoopback } from '../../shared/workspace.ts';
import { isWaiting } from '../secrets/secret-store.ts';
import type { Connectivity } from '../service/service-reachability.ts';
import { OpenConnection, problemOf, TeamError } from './open-connection.ts';

/** The version of team/schema.sql that this Callboard works with. */
export const SCHEMA_VERSION = 7;

/** How long the server works on a statement: on one that a submission waits for, and on others, ms. */
const CLAIM_TIMEOUT_MS = 15_000;
const BESIDE_TIMEOUT_MS = 60_000;

/** Pauses before another attempt, ms: they double, up to the longest; where a person is needed, all are that long. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const REFUSED_PAUSE_MS = 300_000;

/** How long an answer shows that a connection is there, and how long one is waited for that is asked for it, ms. */
const FRESH_MS = 10_000;
const ALIVE_TIMEOUT_MS = 5000;

/** How long a closing workspace waits for statements that are under way, ms. */
const CLOSING_PATIENCE_MS = 4000;

/** Tried again only when a person or a restart asks for it: servers lock out who tries a wrong password often. */
const NOT_BY_ITSELF: ReadonlySet<TeamProblemCode> = new Set<TeamProblemCode>([
  'password_missing',
  'wrong_password',
  'details_missing',
]);

/** Asks for the rows of a statement. Rejects with a {@link TeamError} that says whether it may have been carried out. */
export type TeamQuery = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface TeamDatabaseOptions {
  readonly connection: TeamConnection;
  /** Rejects with `key_store_waiting` while the key store has to be waited for. */
  readonly password: () => Promise<string | undefined>;
  /**
   * Run on every new connection before anything else; if it rejects, there is no connection. Gives the channel that it listens
   * to.
   */
  readonly greet?: ((query: TeamQuery) => Promise<string>) | undefined;
  /** A NOTIFY on that channel. While there is no connection, any may be missed. */
  readonly onNotify?: (() => void) | undefined;
  readonly connectivity: Connectivity;
  readonly onTrouble: (error: unknown) => void;
  readonly random?: () => number;
  readonly freshMs?: number;
  readonly aliveTimeoutMs?: number;
}

/** Both connections: one for what a submission waits for, one for everything else and for what the server notifies of. */
interface Link {
  readonly claims: OpenConnection;
  readonly beside: OpenConnection;
  answeredAt: number;
}

/**
 * A workspace's connection to its team's database. It connects by itself, again and again, and asks nothing of a connected
 * one: the server notifies it of changes.
 */
export class TeamDatabase {
  private readonly options: TeamDatabaseOptions;
  private readonly listeners = new Set<() => void>();
  private link: Link | undefined;
  private current: TeamState = { phase: 'connecting' };
  private attempt: Promise<void> | undefined;
  /** Ends the attempt that is under way. */
  private aborting = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private misses = 0;
  private lastAttempt = 0;
  private closed = false;

  constructor(options: TeamDatabaseOptions) {
    this.options = options;
  }

  get state(): TeamState {
    return this.current;
  }

  /** Calls `listener` when the state has changed; returns the function that removes it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Connects now, or asks whether the connection is still there: at start, after sleep, on focus, on a network change. */
  check(): void {
    if (this.closed) return;
    if (this.link) void this.verify(this.link);
    else if (this.current.phase !== 'refused') this.connect();
    else if (
      !NOT_BY_ITSELF.has(this.current.reason.code) &&
      Date.now() - this.lastAttempt > LONGEST_PAUSE_MS
    ) {
      this.connect();
    }
  }

  /** Connects now, as a person wants it; resolves when that has worked or failed. */
  async tryNow(): Promise<void> {
    this.connect();
    await this.attempt;
  }

  /** Asks what a submission waits for. Rejects at once while there is no connection. */
  readonly query: TeamQuery = async (text, values) => this.ask('claims', text, values);

  /** Asks anything else, on a connection of its own. Rejects at once while there is no connection. */
  readonly queryBeside: TeamQuery = async (text, values) => this.ask('beside', text, values);

  /** Ends both connections after the statements that are under way. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.listeners.clear();
    const { link } = this;
    this.link = undefined;
    this.aborting.abort();
    await Promise.race([
      Promise.all([this.attempt, link?.claims.close(), link?.beside.close()]),
      wait(CLOSING_PATIENCE_MS, undefined, { ref: false }),
    ]);
    if (link) drop(link);
  }

  private async ask<Row extends object>(
    which: 'claims' | 'beside',
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { link, current } = this;
    if (!link) throw new TeamError('reason' in current ? current.reason : teamProblem('connection_lost'));
    try {
      const rows = await link[which].query<Row>(text, values);
      link.answeredAt = Date.now();
      return rows;
    } catch (error) {
      if (problemOf(error, this.options.connection).code === 'computer_of_another') this.beginAgain(link);
      // Nothing is there by that name, or not for this login.
      else if (error instanceof TeamError && error.sqlState.startsWith('42')) await this.checkAgain(link);
      throw error;
    }
  }

  /** Rejects, and ends the connection, if the login isn't of the team any more, or the schema is another one. */
  private async checkAgain(link: Link): Promise<void> {
    const { connection } = this.options;
    try {
      await checkSchema(link.claims, connection);
    } catch (error) {
      if (this.link === link) {
        this.link = undefined;
        drop(link);
        this.failed(problemOf(error, connection));
      }
      throw error;
    }
  }

  private connect(): void {
    if (this.closed || this.link || this.attempt) return;
    clearTimeout(this.timer);
    this.lastAttempt = Date.now();
    this.aborting = new AbortController();
    this.attempt = this.connectOnce().finally(() => {
      this.attempt = undefined;
    });
  }

  /** Never rejects. */
  private async connectOnce(): Promise<void> {
    try {
      const link = await this.open();
      if (this.closed) {
        drop(link);
        return;
      }
      this.link = link;
      // From here on it is closed after what it was asked.
      this.aborting = new AbortController();
      this.misses = 0;
      this.setState({ phase: 'connected', since: Date.now() });
    } catch (error) {
      if (this.closed) return;
      if (isWaiting(error)) this.failed(teamProblem('key_store_waiting'));
      else {
        if (!(error instanceof TeamError)) this.options.onTrouble(error);
        this.failed(problemOf(error, this.options.connection));
      }
    }
  }

  private async open(): Promise<Link> {
    const { connection, connectivity, greet, onNotify } = this.options;
    if (!connectivity.isOnline() && !isLoopback(connection.host)) throw new TeamError(teamProblem('offline'));
    const password = await this.options.password();
    const opened: OpenConnection[] = [];
    const { signal } = this.aborting;
    let early: TeamProblem | undefined;
    const open = async (statementTimeoutMs: number): Promise<OpenConnection> => {
      const made = await OpenConnection.open({
        connection,
        password,
        statementTimeoutMs,
        signal,
        onLost: (problem) => {
          early = problem;
          this.lost(opened, problem);
        },
        onNotify,
      });
      opened.push(made);
      return made;
    };
    try {
      const claims = await open(CLAIM_TIMEOUT_MS);
      await checkSchema(claims, connection);
      const beside = await open(BESIDE_TIMEOUT_MS);
      const channel = await greet?.((text, values) => claims.query(text, values));
      // Before whoever is told of the connection reads how far the team has come: no change is missed.
      if (channel !== undefined) await beside.query(`listen ${quoted(channel)}`);
      if (early) throw new TeamError(early);
      return { claims, beside, answeredAt: Date.now() };
    } catch (error) {
      for (const each of opened) each.destroy();
      throw error;
    }
  }

  /** One of the two is gone: the other ends, too, after what it was asked. */
  private lost(opened: readonly OpenConnection[], problem: TeamProblem): void {
    if (!this.link || !opened.includes(this.link.claims)) return;
    this.link = undefined;
    for (const each of opened) void each.close();
    this.failed(passes(problem) ? problem : teamProblem('connection_lost'));
  }

  private failed(reason: TeamProblem): void {
    if (this.closed) return;
    const phase = passes(reason) ? 'unreachable' : 'refused';
    const since = this.current.phase === phase ? this.current.since : Date.now();
    this.setState({ phase, since, reason });
    clearTimeout(this.timer);
    if (NOT_BY_ITSELF.has(reason.code)) return;
    const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.misses, 10));
    const pause = phase === 'refused' ? REFUSED_PAUSE_MS : growing;
    this.misses += 1;
    const { random = Math.random } = this.options;
    this.timer = setTimeout(() => this.connect(), pause * (0.75 + 0.5 * random()));
  }

  /** The team doesn't take this computer for one of it any more: it introduces itself anew, or learns why it may not. */
  private beginAgain(link: Link): void {
    if (this.link !== link) return;
    this.link = undefined;
    drop(link);
    this.setState({ phase: 'connecting' });
    this.connect();
  }

  /** A connection that gives no answer is given up. */
  private async verify(link: Link): Promise<void> {
    const { freshMs = FRESH_MS, aliveTimeoutMs = ALIVE_TIMEOUT_MS } = this.options;
    if (Date.now() - link.answeredAt < freshMs) return;
    link.answeredAt = Date.now();
    const silent = ({ claims, beside }: Link) => [claims, beside].filter(({ isBusy }) => !isBusy);
    const asked = silent(link).map(async (each) => {
      const timer = setTimeout(() => each.giveUp(), aliveTimeoutMs);
      try {
        await each.query('select 1');
      } catch (error) {
        // A lost connection tells so itself.
        if (!(error instanceof TeamError)) this.options.onTrouble(error);
      } finally {
        clearTimeout(timer);
      }
    });
    await Promise.all(asked);
  }

  private setState(state: TeamState): void {
    this.current = state;
    for (const listener of this.listeners) listener();
  }
}

function drop({ claims, beside }: Link): void {
  claims.destroy();
  beside.destroy();
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface SchemaRow {
  readonly server: number;
  readonly replica: boolean;
  readonly is_team: boolean;
  readonly is_member: boolean;
  readonly may_set_up: boolean;
}

const SCHEMA_SQL = `
  select current_setting('server_version_num')::int as server, pg_is_in_recovery() as replica,
    exists (select from pg_class t where t.relnamespace = n.oid and t.relname = 'team') as is_team,
    coalesce(has_schema_privilege(n.oid, 'usage'), false) as is_member,
    (r.rolsuper or r.rolcreaterole) and has_database_privilege(current_database(), 'create') as may_set_up
  from pg_roles r left join pg_namespace n on n.nspname = $1 where r.rolname = session_user`;

/** Rejects with a {@link TeamError} if this is no team's schema that this Callboard and this login can use. */
export async function checkSchema(
  opened: OpenConnection,
  { schema, user }: Pick<TeamConnection, 'schema' | 'user'>,
): Promise<void> {
  const refuse = (problem: TeamProblem): never => {
    throw new TeamError(problem);
  };
  const [row] = await opened.query<SchemaRow>(SCHEMA_SQL, [schema]);
  if (!row) return refuse(teamProblem('unexpected', { sqlState: '' }));
  const { server, replica, is_team, is_member, may_set_up: maySetUp } = row;
  if (server < 140_000) {
    refuse(teamProblem('postgresql_too_old', { version: String(Math.trunc(server / 10_000)) }));
  }
  if (replica) refuse(teamProblem('read_only'));
  if (!is_team) refuse(teamProblem('no_schema', { schema, maySetUp }));
  if (!is_member) refuse(teamProblem('no_rights', { user, schema }));
  const [team] = await opened.query<{ version: number }>(`select version from ${quoted(schema)}.team`);
  const found = team?.version ?? 0;
  const needed = SCHEMA_VERSION;
  if (found < needed) refuse(teamProblem('schema_too_old', { found, needed, maySetUp }));
  if (found > needed) refuse(teamProblem('schema_too_new', { found, known: needed }));
}
