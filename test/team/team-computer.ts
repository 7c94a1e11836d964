import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { OutboxDecisions } from '../../electron/submissions/outbox-decisions.ts';
import { Submitter } from '../../electron/submissions/submitter.ts';
import { TeamClaims } from '../../electron/team/team-claims.ts';
import { TeamDatabase } from '../../electron/team/team-database.ts';
import { CLAIM_STATES } from '../../shared/call-rules.ts';
import type { Submission, SubmissionFields, SubmissionState } from '../../shared/submission.ts';
import { readTeamAddress, teamConnection } from '../../shared/team.ts';
import { noRules } from '../electron/sample-submission.ts';
import type { RecordingService } from '../electron/service/recording-service.ts';
import { temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { type QueueParts, startQueue } from '../electron/submissions/running-queue.ts';
import { until } from '../poll.ts';
import type { TestTeam } from '../postgres-cluster.ts';

const claimState = z.enum([...CLAIM_STATES, 'free']);

export const WORKSPACE = 'workspace-1';

interface ComputerParts extends Omit<Partial<QueueParts>, 'store' | 'rules' | 'team'> {
  readonly team: TestTeam;
  readonly service: RecordingService;
  readonly person: string;
  /** Of the team database, if it isn't the server's own: a proxy's. */
  readonly port?: number;
  /** Whether submissions go out while the team database is away. */
  readonly goesWithout?: boolean;
  readonly storage?: Awaited<ReturnType<typeof temporaryStorage>>;
  readonly duplicateDays?: number;
}

/** One recruiter's computer: its own database, queue and claims, and a real connection to the team's. Closed after the test. */
export async function teamComputer(parts: ComputerParts) {
  const { team, service, person, port, goesWithout = false, duplicateDays = 90 } = parts;
  const storage = parts.storage ?? (await temporaryStorage());
  const { stores } = storage;
  const troubles: unknown[] = [];
  const onTrouble = (error: unknown): void => void troubles.push(error);
  /** Connects to a team in the place of the one before. */
  const moveTo = async (joined: TestTeam): Promise<TeamDatabase> => {
    const read = readTeamAddress(joined.addressOf(await joined.recruiter(person.toLowerCase()), port));
    if (!('address' in read)) throw new Error('The address of the team can’t be read.');
    const connection = teamConnection.parse({
      ...read.address.fields,
      ...{ schema: joined.name, tls: 'off', person },
    });
    await stores.teams.save(WORKSPACE, connection, Date.now());
    return new TeamDatabase({
      connection,
      password: async () => read.address.password,
      greet: async (query) => (await claims.greet(query)).channel,
      connectivity: { isOnline: () => true },
      onTrouble,
      random: () => 0,
    });
  };
  let database = await moveTo(team);
  const claims: TeamClaims = new TeamClaims({
    workspaceId: WORKSPACE,
    service: service.origin,
    store: stores.teamClaims,
    place: () => stores.teams.place(WORKSPACE),
    team: () => ({ state: database.state, database, person }),
    settings: () => ({ duplicateDays }),
    goesWithout: async () => goesWithout,
    // What is missed is told by the test.
    onChange: () => void tellTeam().catch(() => undefined),
    onAlsoCalled: () => undefined,
    onTrouble,
    ...(parts.now && { now: parts.now }),
  });
  const { queue } = startQueue({
    ...parts,
    store: stores.submissions,
    baseUrl: service.origin,
    team: claims,
  });
  const begin = async (): Promise<void> => {
    database.onChange(() => {
      if (database.state.phase !== 'connected') claims.parted();
      queue.wake();
    });
    await database.tryNow();
  };
  onTestFinished(() => database.close());
  const tellTeam = async (): Promise<void> => {
    const pending = await stores.teamRecords.pending(WORKSPACE, 0, 50, 'claim');
    await claims.settle(pending.map(({ key }) => key));
    await stores.teamRecords.sent(pending.map(({ id }) => id));
  };
  const common = {
    ...(parts.now && { now: parts.now }),
    workspaceId: WORKSPACE,
    store: stores.submissions,
    settings: () => ({ undoSeconds: 0, duplicateDays }),
    rules: noRules,
    onChange: () => queue.wake(),
  };
  const submitter = new Submitter({ ...common, teamClaims: (numbers) => claims.shown(numbers) });
  const decisions = new OutboxDecisions({
    ...common,
    team: claims,
    readRequest: async () => undefined,
    queue,
  });
  await begin();
  return {
    storage,
    stores,
    get database() {
      return database;
    },
    /** Leaves its team for another one, while its queue goes on. */
    moveTo: async (other: TestTeam): Promise<void> => {
      await database.close();
      claims.parted();
      database = await moveTo(other);
      await begin();
    },
    claims,
    queue,
    submitter,
    decisions,
    troubles,
    /** Submits one; gives it as stored. Throws if it is refused. */
    submit: async (fields: SubmissionFields, despiteDuplicates = false): Promise<Submission> => {
      const result = await submitter.submit([fields], { despiteDuplicates });
      const [submission] = result.ok ? result.value : [];
      if (!submission) throw new Error(`It was not submitted: ${JSON.stringify(result)}`);
      return submission;
    },
    /** Waits until this submission is in a state; gives it. */
    untilIn: (id: string, ...states: SubmissionState[]) =>
      until(`${id} ${states.join(' or ')}`, async () => {
        const found = await stores.submissions.get(id);
        return found && states.includes(found.state) ? found : undefined;
      }),
    /** Says that it has told a restored team all, as the mirror does. */
    toldAll: async (): Promise<void> => {
      const place = await stores.teams.place(WORKSPACE);
      await database.query('select told($1, $2)', [place?.computerId, place?.generation]);
    },
    /** Tells the team what became of submissions, as the mirror does. */
    tellTeam,
    /** Reads the claims of colleagues, as the mirror does. */
    readClaims: async (): Promise<void> => {
      const [team] = await database.query<{ last_change: number }>('SELECT last_change FROM team', []);
      const place = await stores.teams.place(WORKSPACE);
      const rows = await database.query<Record<string, unknown>>('SELECT * FROM claims', []);
      await stores.teamClaims.remember(
        WORKSPACE,
        rows
          .filter((row) => row['computer'] !== place?.computerId)
          .map((row) => ({
            callKey: String(row['call_key']),
            submissionId: String(row['submission']),
            person: String(row['person']),
            state: claimState.parse(row['state']),
            at: Number(row['at']),
            candidateName: String(row['candidate']),
            jobDescriptionId: String(row['job']),
            change: Number(row['change']),
          })),
      );
      await stores.teamRecords.apply(WORKSPACE, [], { seen: Number(team?.last_change), log: null });
    },
  };
}
