import { z } from 'zod';
import type { CodeArguments, Coded, ValuesOf } from './coded.ts';
import { type InputProblem, issueMessage, problem } from './input-problems.ts';
import { coded } from './make-coded.ts';
import { isLoopback } from './workspace.ts';

/**
 * How the connection to a team's database is secured, as libpq's `sslmode` names it; `off` is its `disable`. Only the first
 * verifies who answers, so the others hold only where a person or the policy chose them aloud.
 */
export const TLS_MODES = ['verify-full', 'require', 'off'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export const DEFAULT_PORT = 5432;
export const DEFAULT_SCHEMA = 'callboard';

const LONGEST = 200;
const tooLong = issueMessage('too_long', { most: LONGEST });

/** PostgreSQL takes names of up to 63 bytes. */
const name = z.string().max(63, issueMessage('too_long', { most: 63 }));

const path = z.string().trim().max(4000).nullable();

/** A name or an IP address, IPv6 without brackets. */
const host = z
  .string()
  .trim()
  .min(1, issueMessage('team_host_missing'))
  .max(LONGEST, tooLong)
  .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
  .refine((text) => /^[\p{L}\p{N}_.:%-]+$/u.test(text), issueMessage('team_host_wrong'));

const port = z.int(issueMessage('team_port_wrong')).min(1, issueMessage('team_port_wrong'));

/** The fields of a team's database, without a password: what is stored, and what a policy may set. */
export const teamConnection = z.object({
  host,
  port: port.max(65_535, issueMessage('team_port_wrong')).default(DEFAULT_PORT),
  database: name.min(1, issueMessage('team_database_missing')),
  user: name.min(1, issueMessage('team_user_missing')),
  /** The team's name in the database (team/schema.sql). */
  schema: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_]{0,40}$/, issueMessage('team_schema_wrong'))
    .default(DEFAULT_SCHEMA),
  tls: z.enum(TLS_MODES).default('verify-full'),
  /** Paths of a client certificate and its key in PEM, on this computer. */
  certificate: path.default(null),
  key: path.default(null),
  /** The person's name as colleagues see it. */
  person: z.string().trim().min(1, issueMessage('team_person_missing')).max(LONGEST, tooLong),
});
export type TeamConnection = z.output<typeof teamConnection>;

/** What a policy sets of a team's connection: the place as a whole, and of the rest what it names. */
export const fixedTeam = teamConnection
  .pick({ host: true, port: true, database: true, schema: true, tls: true })
  .extend({
    user: z.string().exactOptional(),
    certificate: z.string().exactOptional(),
    key: z.string().exactOptional(),
  });
export type FixedTeam = z.output<typeof fixedTeam>;

/** Whether both lead to the same team as the same login. */
export function samePlace(a: TeamConnection, b: TeamConnection): boolean {
  const place = ({ host, port, database, user, schema }: TeamConnection) =>
    JSON.stringify([host.toLowerCase(), port, database, user, schema]);
  return place(a) === place(b);
}

/** What the form of a team's database sends; an empty password keeps the stored one. */
export const teamInput = teamConnection.extend({ password: z.string().max(4000).default('') });
export type TeamInput = z.output<typeof teamInput>;

const none = z.null();

/** What time, the network or the key store mends. All else needs a person. */
const passing = {
  offline: none,
  host_not_found: z.object({ host: z.string() }),
  connection_refused: z.object({ host: z.string(), port: z.number() }),
  no_route: z.object({ host: z.string() }),
  timed_out: z.object({ host: z.string() }),
  connection_lost: none,
  starting_up: none,
  shutting_down: none,
  too_many_connections: none,
  statement_timed_out: none,
  /** The server has no room left for data, or no memory. */
  server_full: none,
  /** It takes no changes: a replica, or one that was set read-only. */
  read_only: none,
  key_store_waiting: none,
};

/** Why there is no connection to the team's database: each code with its values. Words: words/team-words.ts. */
export const teamProblemValues = {
  ...passing,

  // TLS
  tls_not_offered: z.object({ host: z.string() }),
  certificate_not_trusted: z.object({ host: z.string(), reason: z.string() }),
  certificate_of_another: z.object({ host: z.string() }),
  certificate_expired: z.object({ host: z.string() }),
  tls_failed: z.object({ reason: z.string() }),
  /** `reason`: the system's code. */
  client_certificate_unreadable: z.object({ path: z.string(), reason: z.string() }),
  client_certificate_unusable: z.object({ reason: z.string() }),

  // Signing in
  /** The policy sets the database, and the person has yet to enter who they are. */
  details_missing: none,
  password_missing: none,
  wrong_password: z.object({ user: z.string() }),
  no_such_login: z.object({ user: z.string() }),
  /** By pg_hba.conf. `tls`: whether the connection was encrypted. */
  not_let_in: z.object({ user: z.string(), tls: z.boolean() }),
  no_such_database: z.object({ database: z.string() }),

  // What is in the database
  not_postgresql: none,
  postgresql_too_old: z.object({ version: z.string() }),
  /** `maySetUp`: the role may make it. */
  no_schema: z.object({ schema: z.string(), maySetUp: z.boolean() }),
  no_rights: z.object({ user: z.string(), schema: z.string() }),
  schema_too_old: z.object({ found: z.number(), needed: z.number(), maySetUp: z.boolean() }),
  schema_too_new: z.object({ found: z.number(), known: z.number() }),
  computer_of_another: none,
  /** `sqlState`: '' if the server said nothing. */
  unexpected: z.object({ sqlState: z.string() }),
};
export type TeamProblemValues = ValuesOf<typeof teamProblemValues>;

export type TeamProblem = Coded<TeamProblemValues>;
export type TeamProblemCode = keyof TeamProblemValues;

export function teamProblem<Code extends TeamProblemCode>(
  code: Code,
  ...values: CodeArguments<TeamProblemValues, Code>
): TeamProblem {
  return coded<TeamProblemValues, Code>(code, ...values);
}

/** Whether it is tried again by itself until it works. */
export function passes({ code }: TeamProblem): boolean {
  return Object.hasOwn(passing, code);
}

export const TEAM_PHASES = ['off', 'connecting', 'connected', 'unreachable', 'refused'] as const;

/**
 * The connection to a team's database. `unreachable`: it is tried again by itself, ever less often; `refused`: a person has
 * to change something. `since`: UTC ms.
 */
export type TeamState =
  | { readonly phase: 'off' }
  | { readonly phase: 'connecting' }
  | { readonly phase: 'connected'; readonly since: number }
  | { readonly phase: 'unreachable'; readonly since: number; readonly reason: TeamProblem }
  | { readonly phase: 'refused'; readonly since: number; readonly reason: TeamProblem };

/** A member of the team, as the database knows it. `seenAt`: when the computer last connected, UTC ms. */
export interface TeamMember {
  /** Of the workspace on their computer. */
  readonly id: string;
  readonly person: string;
  readonly login: string;
  readonly seenAt: number;
  readonly isConnected: boolean;
  readonly isThisComputer: boolean;
}

/** What the page about a workspace's team shows. */
export interface TeamView {
  /** Null: the workspace has no team. */
  readonly connection: TeamConnection | null;
  readonly state: TeamState;
  /** What the organisation's policy sets; null if it leaves the team to the person. */
  readonly fixed: FixedTeam | null;
  /** Whoever takes part, the last seen first; empty while there is no connection. */
  readonly members: readonly TeamMember[];
  /** How many requests of colleagues are on this computer, and how many changes the team doesn't have yet. */
  readonly ofColleagues: number;
  readonly unsent: number;
}

/** How far a long exchange has come, in changes. */
export interface TeamProgress {
  readonly done: number;
  readonly of: number;
}

/** What a workspace exchanges with its team. */
export interface TeamExchange {
  /** Requests from before joining that the team doesn't have. */
  readonly unshared: number;
  /** Null: not much is being received, or sent. */
  readonly receiving: TeamProgress | null;
  readonly sending: TeamProgress | null;
}

/** What a pasted address says; fields that it leaves out are missing. */
export interface TeamAddress {
  readonly fields: Partial<Omit<TeamConnection, 'person'>>;
  readonly password: string;
  /** The weaker mode that it asks for, which only a person chooses; null if it asks for none. */
  readonly weaker: Exclude<TlsMode, 'verify-full'> | null;
}

type Read = { readonly address: TeamAddress } | { readonly problem: InputProblem };

/** Options of libpq that change nothing of what Callboard does. */
const WITHOUT_EFFECT = new Set([
  'application_name',
  'fallback_application_name',
  'client_encoding',
  'connect_timeout',
  'keepalives',
  'keepalives_idle',
  'keepalives_interval',
  'keepalives_count',
  'tcp_user_timeout',
  'channel_binding',
  'gssencmode',
  'sslsni',
  'target_session_attrs',
]);

const WEAKER: Readonly<Record<string, TeamAddress['weaker']>> = {
  'verify-full': null,
  'verify-ca': null,
  require: 'require',
  prefer: 'off',
  allow: 'off',
  disable: 'off',
};

/** Whether a text is meant as one address in place of the fields. */
export function isTeamAddress(text: string): boolean {
  return /^\s*postgres(?:ql)?:\/\//i.test(text);
}

/**
 * Reads `postgresql://user:password@host:port/database?option=value` as libpq does (PostgreSQL, 34.1.1.2 Connection URIs),
 * with one option more: `schema`. TLS becomes weaker only towards this computer itself.
 */
export function readTeamAddress(text: string): Read {
  const parts = /^\s*postgres(?:ql)?:\/\/(?:([^/?@]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*?))?\s*$/i.exec(text);
  if (!parts) return { problem: problem('team_address_wrong') };
  const [, login = '', hosts = '', database = '', query = ''] = parts;
  if (hosts.includes(',')) return { problem: problem('team_address_several_hosts') };
  const place = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(hosts);
  if (!place) return { problem: problem('team_address_wrong') };
  const [user = '', password = ''] = splitOnce(login, ':');
  const said: Record<string, string> = {
    user,
    password,
    host: place[1] ?? '',
    port: place[2] ?? '',
    dbname: database,
  };
  for (const option of query.split('&').filter((each) => each !== '')) {
    const [key = '', value = ''] = splitOnce(option, '=');
    if (WITHOUT_EFFECT.has(key)) continue;
    if (!OPTIONS.has(key)) return { problem: problem('team_option_unknown', { option: key.slice(0, 60) }) };
    said[key] = value;
  }
  return decoded(said);
}

const OPTIONS = new Set([
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'ssl',
  'sslcert',
  'sslkey',
  'schema',
]);

function splitOnce(text: string, sign: string): string[] {
  const at = text.indexOf(sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(encoded: Readonly<Record<string, string>>): Read {
  const said: Record<string, string> = {};
  for (const [key, value] of Object.entries(encoded)) {
    try {
      said[key] = decodeURIComponent(value);
    } catch {
      return { problem: problem('team_address_escape', { part: key }) };
    }
  }
  // JDBC's, which libpq takes, too.
  const mode = said['sslmode'] ?? (said['ssl'] === 'true' ? 'require' : 'verify-full');
  const weaker = WEAKER[mode];
  if (weaker === undefined) return { problem: problem('team_tls_unknown', { mode: mode.slice(0, 60) }) };
  const place = said['host']?.includes(',') || said['port']?.includes(',');
  if (place) return { problem: problem('team_address_several_hosts') };
  return { address: addressOf(said, weaker) };
}

function addressOf(said: Readonly<Record<string, string>>, weaker: TeamAddress['weaker']): TeamAddress {
  const { host = '', port = '', user = '', dbname = '', schema = '', sslcert = '', sslkey = '' } = said;
  const isHere = isLoopback(host);
  const fields = {
    ...(host !== '' && { host: host.replace(/^\[(.*)\]$/, '$1') }),
    ...(port !== '' && { port: Number(port) }),
    ...(user !== '' && { user }),
    // As libpq has it: a database named like its user.
    ...((dbname || user) !== '' && { database: dbname || user }),
    ...(schema !== '' && { schema }),
    ...(sslcert !== '' && { certificate: sslcert }),
    ...(sslkey !== '' && { key: sslkey }),
    tls: weaker === 'off' && isHere ? ('off' as const) : ('verify-full' as const),
  };
  return { fields, password: said['password'] ?? '', weaker: isHere && weaker === 'off' ? null : weaker };
}
