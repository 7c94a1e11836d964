import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TeamConnection } from '../../shared/team.ts';
import { OpenConnection } from './open-connection.ts';
import { checkSchema } from './team-database.ts';

/** Of the sources and of the packed app alike: both are two folders below. */
const SCHEMA_FILE = join(import.meta.dirname, '..', '..', 'team', 'schema.sql');

/** Making all tables takes a moment longer than a statement of every day, ms. */
const SET_UP_TIMEOUT_MS = 60_000;
const TRIAL_TIMEOUT_MS = 15_000;

/** Connects once, and finds a team there that this login may use. Rejects with a TeamError. */
export function tryConnection(connection: TeamConnection, password: string | undefined): Promise<void> {
  return withConnection(connection, password, TRIAL_TIMEOUT_MS, (opened) => checkSchema(opened, connection));
}

/**
 * Makes the team's schema, or brings it up to date, with the rights of this login. Rejects with a TeamError; then nothing has
 * changed.
 */
export async function setUpTeam(connection: TeamConnection, password: string | undefined): Promise<void> {
  const sql = sqlFor(connection.schema, await readSchemaFile());
  await withConnection(connection, password, SET_UP_TIMEOUT_MS, async (opened) => {
    await opened.query(sql);
    await checkSchema(opened, connection);
  });
}

/** team/schema.sql, for an administrator who runs it with psql. */
export function readSchemaFile(): Promise<string> {
  return readFile(SCHEMA_FILE, 'utf8');
}

/** The file without what only psql reads: its backslash lines, and the team's name as a variable. */
export function sqlFor(schema: string, file: string): string {
  return file.replaceAll(/^\\.*$/gm, '').replaceAll(":'team'", `'${schema.replaceAll("'", "''")}'`);
}

async function withConnection(
  connection: TeamConnection,
  password: string | undefined,
  statementTimeoutMs: number,
  run: (opened: OpenConnection) => Promise<void>,
): Promise<void> {
  const onLost = (): void => undefined;
  const opened = await OpenConnection.open({ connection, password, statementTimeoutMs, onLost });
  try {
    await run(opened);
  } finally {
    await opened.close();
  }
}
