import type { WordsTable } from '../coded.ts';
import type { TeamInput, TeamProblem, TeamProblemCode, TeamProblemValues, TlsMode } from '../team.ts';
import { wordsOf } from './words-of.ts';

/** What happened, and what to do; without the latter Callboard tries again by itself. */
type Words = readonly [words: string, nextStep?: string];

const ASK = 'ask the administrator of the database';
const CHECK_HOST = `Check the server and the port; if both are right, ${ASK}.`;
const ADD_AUTHORITY =
  'If the certificate is of your company’s own authority, add that as a file in Settings > Network.';

export const TEAM_PROBLEM_WORDS: WordsTable<TeamProblemValues, Words> = {
  offline: ['This computer has no network.'],
  host_not_found: ({ host }) => [
    `The name ${host} is unknown.`,
    'Check the server for typos. An internal name of your company may need its network or VPN.',
  ],
  connection_refused: ({ host, port }) => [`${host} refuses the connection at port ${port}.`, CHECK_HOST],
  no_route: ({ host }) => [
    `${host} can't be reached from this network.`,
    "Check this computer's network; you may need a VPN.",
  ],
  timed_out: ({ host }) => [
    `${host} did not answer in time.`,
    'A firewall may drop the connection. PostgreSQL is reached directly, not through a proxy: ask your IT department.',
  ],
  connection_lost: ['The connection was lost.'],
  starting_up: ['The database is starting.'],
  shutting_down: ['The database is shutting down.'],
  too_many_connections: ['The database has no connection left.', `If this keeps happening, ${ASK}.`],
  statement_timed_out: ['The database took too long.'],
  server_full: ['The database has no room left.', `Tell the administrator of the database.`],
  read_only: ['The database takes no changes now.', `If this keeps happening, ${ASK}.`],
  key_store_waiting: ["This computer's key store has to be unlocked for the password."],

  tls_not_offered: ({ host }) => [
    `${host} offers no encryption.`,
    `Don't send a password over it: ${ASK} to turn TLS on.`,
  ],
  certificate_not_trusted: ({ host, reason }) => [
    `The certificate of ${host} is not trusted here: ${reason}`,
    ADD_AUTHORITY,
  ],
  certificate_of_another: ({ host }) => [
    `The certificate is for a different name than ${host}.`,
    'Check the server. If it is right, somebody else may be answering: ask your IT department.',
  ],
  certificate_expired: ({ host }) => [
    `The certificate of ${host} has expired, or is not valid yet.`,
    'Check the date of this computer. If it is right, the administrator of the database has to renew the certificate.',
  ],
  tls_failed: ({ reason }) => [
    `Couldn't make a secure connection: ${reason}`,
    `Show this to the administrator of the database.`,
  ],
  client_certificate_unreadable: ({ path, reason }) => [
    `Couldn't read ${path} (${reason}).`,
    'Check the path of the client certificate and of its key.',
  ],
  client_certificate_unusable: ({ reason }) => [
    `The client certificate can't be used: ${reason}`,
    'Enter a certificate in PEM and its key without a passphrase.',
  ],

  details_missing: ['Your organisation set a team database.', 'Enter your name and how you sign in to it.'],
  password_missing: ['The database asks for a password.', 'Enter it.'],
  wrong_password: ({ user }) => [
    `The database does not accept ${user} with this password.`,
    `Check both. If they are right, ${ASK}.`,
  ],
  no_such_login: ({ user }) => [
    `The database doesn't let ${user} sign in.`,
    `Check the user name, or ${ASK}.`,
  ],
  not_let_in: ({ user, tls }) => [
    `The server lets nobody in as ${user} from this computer${tls ? '' : ' without encryption'}.`,
    tls ? `Check the user name and the database, or ${ASK}.` : 'Turn encryption on below.',
  ],
  no_such_database: ({ database }) => [`There is no database “${database}”.`, 'Check its name.'],

  not_postgresql: ["What answers there isn't PostgreSQL.", CHECK_HOST],
  postgresql_too_old: ({ version }) => [
    `The server runs PostgreSQL ${version}.`,
    'Callboard needs PostgreSQL 14 or newer.',
  ],
  no_schema: ({ schema, maySetUp }) => [
    `There is no team “${schema}” in this database yet.`,
    maySetUp
      ? 'Check the name, or set the team database up now.'
      : `Check the name, or ${ASK} to run Callboard's SQL file.`,
  ],
  no_rights: ({ user, schema }) => [
    `${user} is no member of the team “${schema}”.`,
    `Ask the administrator of the database to run: grant ${schema} to ${user}`,
  ],
  schema_too_old: ({ found, needed, maySetUp }) => [
    `The team database has version ${found}; this Callboard needs ${needed}.`,
    maySetUp
      ? 'Bring it up to date now.'
      : `Ask the administrator of the database to run Callboard's new SQL file.`,
  ],
  schema_too_new: ({ found, known }) => [
    `The team database has version ${found}; this Callboard knows ${known}.`,
    'Update Callboard on this computer.',
  ],
  computer_of_another: [
    'This workspace joined the team with another user name.',
    'Enter that one, or leave the team and join it again.',
  ],
  unexpected: ({ sqlState }) => [
    `The database gave an unexpected answer${sqlState === '' ? '' : ` (${sqlState})`}.`,
    `If this keeps happening, show it to the administrator of the database.`,
  ],
};

export function teamProblemWords(problem: TeamProblem): {
  readonly words: string;
  readonly nextStep: string | undefined;
} {
  const [words, nextStep] = wordsOf<TeamProblemValues, Words>(TEAM_PROBLEM_WORDS, problem);
  return { words, nextStep };
}

const FIELDS: Partial<Record<TeamProblemCode, keyof TeamInput>> = {
  host_not_found: 'host',
  connection_refused: 'host',
  no_route: 'host',
  timed_out: 'host',
  not_postgresql: 'host',
  certificate_of_another: 'host',
  tls_not_offered: 'tls',
  certificate_not_trusted: 'tls',
  certificate_expired: 'tls',
  client_certificate_unreadable: 'certificate',
  client_certificate_unusable: 'certificate',
  password_missing: 'password',
  wrong_password: 'password',
  no_such_login: 'user',
  not_let_in: 'user',
  no_such_database: 'database',
  no_schema: 'schema',
  no_rights: 'schema',
};

/** The field of the form that a problem is about, if it is about one. */
export function teamFieldOf({ code }: TeamProblem): keyof TeamInput | undefined {
  return FIELDS[code];
}

/** The choices of how the connection is secured. */
export const TLS_WORDS: Readonly<Record<TlsMode, string>> = {
  'verify-full': 'Encrypted and verified',
  require: 'Encrypted, but not verified',
  off: 'Not encrypted',
};
