import { PostgresCluster, postgresPrograms, type Recruiter } from './postgres-cluster.ts';

/** The app's own default, which nobody has to enter. */
const TEAM = 'callboard';

const PEOPLE = ['anna', 'ben', 'clara'];

export interface PracticeTeam {
  /** A `postgresql://` address for each recruiter, by login. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Ends the server and removes its data. */
  close(): Promise<void>;
}

/** Starts PostgreSQL in a scratch folder with a team of three. Without PostgreSQL, throws an Error that says what to install. */
export async function startPracticeTeam(programs = postgresPrograms()): Promise<PracticeTeam> {
  if (programs === null) throw new Error(missing());
  const cluster = await PostgresCluster.make(programs);
  try {
    await cluster.createTeam(TEAM);
    const recruiters: Recruiter[] = [];
    for (const login of PEOPLE) recruiters.push(await cluster.createRecruiter(TEAM, login));
    return {
      // The server is this computer's own, and has no certificate.
      addresses: Object.fromEntries(
        recruiters.map((each) => [each.login, `${cluster.addressOf(each)}?sslmode=disable`]),
      ),
      close: () => cluster.remove(),
    };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

function missing(): string {
  if (process.platform === 'win32') return 'Its team database is for Linux and macOS.';
  const install = process.platform === 'darwin' ? 'brew install postgresql@17' : 'apt-get install postgresql';
  return `Its team database needs PostgreSQL 14 or newer, which isn't here. Install it (${install}), then try again.`;
}
