import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { numbersWithKey } from '../../shared/call-key.ts';
import { CodedError, fail } from '../../shared/result.ts';
import {
  type FixedTeam,
  samePlace,
  type TeamConnection,
  type TeamInput,
  type TeamMember,
  type TeamState,
  type TeamView,
  teamConnection,
  teamProblem,
} from '../../shared/team.ts';
import type { HeldByTeamRow } from '../privacy/ports.ts';
import { isWaiting, type SecretStore } from '../secrets/secret-store.ts';
import type { Connectivity } from '../service/service-reachability.ts';
import type { Stores } from '../storage/stores/index.ts';
import { setUpTeam, tryConnection } from './join-team.ts';
import { TeamError } from './open-connection.ts';
import { TeamDatabase, type TeamDatabaseOptions } from './team-database.ts';

/** How long the page waits for who takes part, ms. */
const MEMBERS_PATIENCE_MS = 1000;

export interface WorkspaceTeamOptions {
  readonly workspaceId: string;
  readonly store: Stores['teams'];
  readonly secrets: Pick<SecretStore, 'load' | 'save' | 'remove' | 'answered'>;
  readonly connectivity: Connectivity;
  /** What the organisation's policy sets; undefined: it leaves the team to the person. */
  readonly fixed?: (() => FixedTeam | undefined) | undefined;
  readonly greet?: TeamDatabaseOptions['greet'];
  readonly onNotify?: TeamDatabaseOptions['onNotify'];
  /** The state, or what the page about the team shows. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
}

const HELD_SQL = `
  select 'claim' as kind, person, state, at from claims where call_key = any ($1)
  union all select 'do_not_call', person, '', added_at from do_not_call where number = any ($1)
  union all select kind, person, '', at from records
    where request = any ($2) or kind = 'hold' and body ->> 'phoneNumber' = any ($1)
  order by at, kind`;

/** PostgreSQL tells everybody which logins have a connection now; of a login's computers, it is the one that greeted last. */
const MEMBERS_SQL = `
  select id, person, login, seen_at, seen_at = max(seen_at) over (partition by login)
    and exists (select from pg_stat_activity where usename = login and datname = current_database()) as connected
  from computers where left_at is null order by seen_at desc limit 200`;

/** The team of a workspace: joining and leaving it, and the connection to its database. */
export class WorkspaceTeam {
  private readonly options: WorkspaceTeamOptions;
  private connected: { readonly database: TeamDatabase; readonly connection: TeamConnection } | undefined;
  /** Whether it is known here if there is a team: until then nothing may be sent as if there were none. */
  private settled = false;
  private readonly madeAt = Date.now();
  private closed = false;
  private known: readonly TeamMember[] = [];

  constructor(options: WorkspaceTeamOptions) {
    this.options = options;
  }

  /** `off`: the workspace has no team, and nothing has to be asked. */
  get state(): TeamState {
    if (this.connected) return this.connected.database.state;
    if (!this.settled) return { phase: 'connecting' };
    if (!this.options.fixed?.()) return { phase: 'off' };
    return { phase: 'refused', since: this.madeAt, reason: teamProblem('details_missing') };
  }

  /** The connection; undefined without a team, or while the person has yet to say who they are. */
  get database(): TeamDatabase | undefined {
    return this.connected?.database;
  }

  /** Since when the database can't be asked although there is a team, UTC ms; null if it can, or is being connected to. */
  get awaySince(): number | null {
    const { state } = this;
    return state.phase === 'unreachable' || state.phase === 'refused' ? state.since : null;
  }

  /** The name of the person, as colleagues see it; '' without a team. */
  get person(): string {
    return this.connected?.connection.person ?? '';
  }

  /** Connects in the background. */
  async start(): Promise<void> {
    const { workspaceId, store } = this.options;
    const stored = await store.get(workspaceId);
    if (stored && !this.closed) {
      const connection = this.effective(stored.connection);
      // The policy may name another place than when the person joined.
      await store.save(workspaceId, connection, Date.now());
      this.open(connection);
    }
    this.settled = true;
  }

  /** Checks the connection: something changed, the computer woke, or the window got the focus. */
  wake(): void {
    this.connected?.database.check();
  }

  /** The policy changed what it sets. */
  async policyChanged(): Promise<void> {
    const { connected } = this;
    if (!connected) this.options.onChange();
    else if (!isDeepStrictEqual(this.effective(connected.connection), connected.connection)) {
      this.settled = false;
      await this.disconnect();
      await this.start();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.disconnect();
  }

  async view(): Promise<TeamView> {
    const { workspaceId, store, fixed } = this.options;
    const [stored, counts, members] = await Promise.all([
      store.get(workspaceId),
      store.counts(workspaceId),
      this.members(),
    ]);
    return {
      connection: this.connected?.connection ?? stored?.connection ?? null,
      state: this.state,
      fixed: fixed?.() ?? null,
      members,
      ...counts,
    };
  }

  /**
   * Joins the team, or changes the connection to it, once it works. Throws a CodedError `team_not_joined`; then nothing has
   * changed.
   */
  async join(input: TeamInput): Promise<void> {
    await this.withInput(input, tryConnection);
  }

  /** The same after the team's schema was made, or brought up to date, with the rights of this login. */
  async setUp(input: TeamInput): Promise<void> {
    await this.withInput(input, setUpTeam);
  }

  /** Connects now, because a person asks for it. */
  async tryNow(): Promise<void> {
    await this.connected?.database.tryNow();
  }

  /**
   * Leaves the team. What is the person's own stays; `keepColleagues`: the requests of colleagues, too. Throws a CodedError
   * `setting_set_by_organisation`.
   */
  async leave(keepColleagues: boolean): Promise<void> {
    const { workspaceId, store, secrets, onChange } = this.options;
    if (this.options.fixed?.()) throw new CodedError('setting_set_by_organisation');
    await this.tellLeaving();
    this.settled = false;
    try {
      await this.disconnect();
      await store.remove(workspaceId);
    } finally {
      // With the team, if it couldn't be removed: nothing may go past it then.
      await this.start();
    }
    await secrets.remove(workspaceId, 'team_password');
    onChange();
    while (!keepColleagues && (await store.removeColleagues(workspaceId)));
    onChange();
  }

  /** So that colleagues don't wait for this computer; without a connection it stays listed, and the next one lists it again. */
  async tellLeaving(): Promise<void> {
    const { workspaceId, store } = this.options;
    const stored = await store.get(workspaceId);
    if (!stored) return;
    await this.quietly(async (database) => {
      await database.query('select leave($1)', [stored.computerId]);
    });
  }

  private async withInput(
    { password, ...typed }: TeamInput,
    attempt: (connection: TeamConnection, password: string | undefined) => Promise<void>,
  ): Promise<void> {
    const { workspaceId, store, secrets } = this.options;
    const connection = this.effective(typed);
    try {
      await attempt(connection, password || (await secrets.load(workspaceId, 'team_password')));
    } catch (error) {
      if (error instanceof TeamError)
        throw new CodedError(fail('team_not_joined', { problem: error.problem }));
      throw error;
    }
    if (this.closed) throw new CodedError('workspace_closed');
    const { connected } = this;
    if (connected && !samePlace(connected.connection, connection)) await this.tellLeaving();
    this.settled = false;
    try {
      await this.disconnect();
      if (password !== '') await secrets.save(workspaceId, 'team_password', password);
      await store.save(workspaceId, connection, Date.now());
    } finally {
      await this.start();
    }
    await this.connected?.database.tryNow();
  }

  private effective(connection: TeamConnection): TeamConnection {
    return teamConnection.parse({ ...connection, ...this.options.fixed?.() });
  }

  private open(connection: TeamConnection): void {
    if (this.closed) return;
    const { workspaceId, secrets, connectivity, greet, onNotify, onChange, onTrouble } = this.options;
    const database = new TeamDatabase({
      connection,
      password: async () => {
        try {
          return await secrets.load(workspaceId, 'team_password');
        } catch (error) {
          if (isWaiting(error)) void secrets.answered().then(() => database.check(), onTrouble);
          throw error;
        }
      },
      greet,
      onNotify,
      connectivity,
      onTrouble,
    });
    database.onChange(onChange);
    this.connected = { database, connection };
    database.check();
    onChange();
  }

  private async disconnect(): Promise<void> {
    const { connected } = this;
    this.connected = undefined;
    await connected?.database.close();
  }

  /** What the team's database holds about these call keys and request ids; null while it can't be asked. */
  async heldAbout(
    callKeys: readonly string[],
    requestIds: readonly string[],
  ): Promise<readonly HeldByTeamRow[] | null> {
    const rows = await this.quietly((database) =>
      database.queryBeside<Omit<HeldByTeamRow, 'at'> & { readonly at: Date }>(HELD_SQL, [
        callKeys.flatMap(numbersWithKey),
        requestIds,
      ]),
    );
    return rows?.map(({ at, ...row }) => ({ ...row, at: at.getTime() })) ?? null;
  }

  /** As last told: the page doesn't wait for a database that is busy. */
  private async members(): Promise<readonly TeamMember[]> {
    if (this.state.phase !== 'connected') return [];
    await Promise.race([this.readMembers(), wait(MEMBERS_PATIENCE_MS, undefined, { ref: false })]);
    return this.known;
  }

  private async readMembers(): Promise<void> {
    const stored = await this.options.store.get(this.options.workspaceId);
    const rows = await this.quietly((database) =>
      database.queryBeside<{ id: string; person: string; login: string; seen_at: Date; connected: boolean }>(
        MEMBERS_SQL,
      ),
    );
    if (!rows) return;
    this.known = rows.map(({ id, person, login, seen_at, connected }) => ({
      ...{ id, person, login, seenAt: seen_at.getTime(), isConnected: connected },
      isThisComputer: id === stored?.computerId,
    }));
  }

  /** What the database answers; undefined while it can't. */
  private async quietly<T>(ask: (database: TeamDatabase) => Promise<T>): Promise<T | undefined> {
    const { database } = this;
    if (database?.state.phase !== 'connected') return undefined;
    try {
      return await ask(database);
    } catch (error) {
      if (!(error instanceof TeamError)) throw error;
      return undefined;
    }
  }
}
