import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { callKey, spellingsOf } from '../../shared/call-key.ts';
import { CLAIM_STATES, RESTORED, type ReasonValues } from '../../shared/call-rules.ts';
import type { ForbiddingEntry } from '../../shared/do-not-call.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Submission } from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';
import { storable, uuid, writeBody } from './shared-records.ts';
import type { TeamQuery } from './team-database.ts';
import type { ReadConflict } from './team-sync.ts';
import type { WorkspaceTeam } from './workspace-team.ts';

interface TeamClaimsOptions {
  readonly workspaceId: string;
  /** The service's address, as the claims name it. */
  readonly service: string;
  readonly store: Stores['teamClaims'];
  /** Where this computer stands with the team; undefined without one. */
  readonly place: () => ReturnType<Stores['teams']['place']>;
  readonly team: () => Pick<WorkspaceTeam, 'state' | 'database' | 'person'>;
  readonly settings: () => { readonly duplicateDays: number };
  /** Whether the workspace's rule lets submissions go while the team database is away. */
  readonly goesWithout: () => Promise<boolean>;
  /** These submissions changed, or all that wait. */
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** Colleagues called whom these submissions of this computer are about, too, as they have just learned. */
  readonly onAlsoCalled: (told: readonly AlsoCalled[]) => void;
  readonly onTrouble: (error: unknown) => void;
  readonly now?: () => number;
}

/** What the team says about a number beside its own computer's claims. */
export interface TeamFacts {
  readonly colleague: ReasonValues['colleague_claimed'] | null;
  readonly forbidding: ForbiddingEntry | null;
}

const NOTHING: TeamFacts = { colleague: null, forbidding: null };

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const time = z.date().transform((at) => at.getTime());

const greeting = z.object({
  ...{ generation: z.uuid(), version: z.int(), last_change: z.int(), hash_key: bytes, channel: z.string() },
});
export type Greeting = z.output<typeof greeting>;

const claimAnswer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('granted'), change: z.int(), token: z.uuid() }),
  z.object({
    answer: z.literal('taken'),
    person: z.string(),
    state: z.enum([...CLAIM_STATES, RESTORED, 'free']),
    at: time,
    submission: uuid,
    candidate: z.string(),
    job: z.string(),
    change: z.int(),
  }),
  z.object({ answer: z.literal('do_not_call'), at: time, job: z.string() }),
]);

/** A submission of this computer about whom a colleague called, too. */
export interface AlsoCalled {
  readonly submissionId: string;
  readonly requestId: string | null;
}

const conflict = z.object({ submission: uuid, person: z.string() });

/** The claims of one workspace to telephones on its team's database (decision 36): asked before each first byte. */
export class TeamClaims {
  private readonly options: TeamClaimsOptions;
  private readonly now: () => number;
  /** Submissions that the team database refused, with why: it knows more than the copy of its claims here. */
  private readonly refused = new Map<string, TeamFacts>();
  /** As the team knows it, once it was greeted on the present connection. `known`: all its claims up to this change. */
  private computer: { readonly id: string; readonly hashKey: Uint8Array; known: number } | undefined;

  constructor(options: TeamClaimsOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /**
   * Introduces this computer on a new connection, before anything else is asked on it. If the database was restored to an
   * earlier time, what waits becomes a person's to decide. Rejects if the computer may not take part.
   */
  async greet(query: TeamQuery): Promise<Greeting> {
    const { workspaceId, store, team, onChange } = this.options;
    this.computer = undefined;
    const place = await this.options.place();
    if (!place) throw new Error('The workspace has no team.');
    const { computerId, seen, log, generation } = place;
    const [row] = await query('SELECT * FROM hello($1, $2, $3, $4, $5, $6)', [
      computerId,
      team().person,
      seen,
      log?.change ?? null,
      log?.token ?? null,
      generation,
    ]);
    const answer = greeting.parse(row);
    // What another team said is no answer of this one, nor a question that a person could answer here.
    if (answer.generation !== generation) this.refused.clear();
    // What was given back while its claim was being made isn't on its way any more, and nobody has said so since.
    const claimed = "SELECT submission FROM claims WHERE computer = $1 AND state = 'claimed'";
    const left = await query<{ submission: string }>(claimed, [computerId]);
    await store.tellAgain(left.map(({ submission }) => submission));
    const held = await store.greeted(workspaceId, answer.generation, answer.hash_key, this.now());
    if (held !== undefined) onChange([]);
    this.computer = { id: computerId, hashKey: answer.hash_key, known: answer.last_change };
    return answer;
  }

  /** The connection ended: nothing is claimed before the next greeting. */
  parted(): void {
    this.computer = undefined;
  }

  /** Since when sends wait for the team database, UTC ms; null if they don't. */
  async waitsSince(): Promise<number | null> {
    const state = this.options.team().state;
    switch (state.phase) {
      case 'off':
        return null;
      case 'connected':
        return this.computer ? null : this.now();
      case 'connecting':
        return this.now();
      case 'unreachable':
        return (await this.options.goesWithout()) ? null : state.since;
      default:
        return state.since;
    }
  }

  /**
   * Claims the number of a submission for it. False: it may not be sent, and {@link facts} say why. Rejects if the team
   * database can't be asked, or its answer was lost: nothing may be sent then, and the same claim may be asked again.
   */
  async claim(submission: Submission): Promise<boolean> {
    const { workspaceId, service, store, team, settings, goesWithout } = this.options;
    const { state, database } = team();
    if (state.phase === 'off' || (state.phase === 'unreachable' && (await goesWithout()))) return true;
    const { computer } = this;
    if (!computer || !database) throw new Error('The team database was not greeted yet.');
    const { id, phoneNumber, candidateName, jobDescriptionId, teamSeen } = submission;
    const { seen, own } = await store.knownOf(id, phoneNumber);
    const [row] = await database.query('SELECT * FROM claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      computer.id,
      service,
      callKey(phoneNumber),
      spellingsOf(phoneNumber).map((each) => keyedHash(computer.hashKey, each)),
      id,
      storable(candidateName),
      jobDescriptionId,
      settings().duplicateDays,
      // It may have been another team's when this was read.
      teamSeen === undefined ? 0 : seen,
      own,
    ]);
    const answer = claimAnswer.parse(row);
    switch (answer.answer) {
      case 'granted':
        this.refused.delete(id);
        computer.known = Math.max(computer.known, answer.change);
        // Not waited for: an older entry of the log tells a restored database, too.
        store.logged(workspaceId, answer.change, answer.token).catch(this.options.onTrouble);
        return true;
      case 'taken':
        await this.taken(submission, answer);
        return false;
      default: {
        const forbidding = { id: '', source: 'person', reason: answer.job, addedAt: answer.at } as const;
        this.refused.set(id, { ...NOTHING, forbidding });
        return false;
      }
    }
  }

  /** For each of these, in their order, what is known here of the team; as if nothing were, without a team. */
  async facts(submissions: readonly FactsAsked[]): Promise<readonly TeamFacts[]> {
    const { workspaceId, store, settings, team } = this.options;
    if (team().state.phase === 'off') return [];
    const since = this.now() - settings().duplicateDays * DAY_MS;
    const numbers = submissions.map(({ phoneNumber }) => phoneNumber);
    const known = await store.known(workspaceId, numbers, since);
    return Promise.all(
      submissions.map(async ({ id, phoneNumber }, index): Promise<TeamFacts> => {
        const refused = this.refused.get(id ?? '');
        if (refused?.colleague?.state === RESTORED) return refused;
        // The team database said that it counts, whatever this computer's clock makes of its age.
        const [claim] = refused?.colleague
          ? await store.known(workspaceId, [phoneNumber], 0)
          : [known[index]];
        return { colleague: claim ?? null, forbidding: refused?.forbidding ?? null };
      }),
    );
  }

  /** For each of these numbers (E.164), the change that made the colleague's claim to it which is shown here, if one is. */
  async shown(phoneNumbers: readonly string[]): Promise<readonly (number | undefined)[]> {
    const facts = await this.facts(phoneNumbers.map((phoneNumber) => ({ phoneNumber })));
    return facts.map(({ colleague }) => colleague?.change);
  }

  /** The change that made a colleague's claim which is of this very submission, if there is one. */
  async claimOf({ id, phoneNumber }: Submission): Promise<number | undefined> {
    return this.options.store.changeOf(this.options.workspaceId, id, phoneNumber);
  }

  /** Tells the team what became of these submissions. Rejects if the team database can't be asked. */
  async settle(ids: readonly string[]): Promise<void> {
    const { workspaceId, service, store, team, settings } = this.options;
    const { database } = team();
    const { computer } = this;
    if (!computer || !database) throw new Error('The team database was not greeted yet.');
    // Before it is read what became of them: what is said here is of no later claim.
    const { known } = computer;
    const settled = await store.settlements(workspaceId, ids);
    if (settled.length === 0) return;
    const { duplicateDays: days } = settings();
    const rows = await database.queryBeside('SELECT * FROM settle($1, $2)', [
      computer.id,
      writeBody(settled.map(({ at, ...each }) => ({ ...each, service, days, known, age: this.now() - at }))),
    ]);
    const at = this.now();
    await this.alsoCalled(
      z
        .array(conflict)
        .parse(rows)
        .map((each) => ({ ...each, at })),
    );
  }

  /** Tells the team, as soon as it can be asked, what has become of this submission by now. */
  async settleAgain(submissionId: string): Promise<void> {
    await this.options.store.tellAgain([submissionId]);
    this.options.onChange([submissionId]);
  }

  /** Says of each of these submissions that a colleague called the same person, too (`at`: since when that is known, UTC ms). */
  async alsoCalled(conflicts: readonly ReadConflict[]): Promise<void> {
    const { store, onAlsoCalled } = this.options;
    const told: AlsoCalled[] = [];
    for (const { submission, person, at } of conflicts) {
      const own = await store.alsoCalled(submission, person, at);
      if (own) told.push(own);
    }
    if (told.length > 0) onAlsoCalled(told);
  }

  private async taken(
    { id, phoneNumber }: Submission,
    taken: Extract<z.output<typeof claimAnswer>, { answer: 'taken' }>,
  ): Promise<void> {
    const { workspaceId, store } = this.options;
    const { submission, person, state, at, candidate, job, change } = taken;
    if (state === RESTORED) {
      this.refused.set(id, { ...NOTHING, colleague: { person, state, at, job: '', change } });
      return;
    }
    const claim = { submissionId: submission, person, state, at, candidateName: candidate, change };
    const key = callKey(phoneNumber);
    await store.remember(workspaceId, [{ ...claim, callKey: key, jobDescriptionId: job }]);
    if (state === 'free') return;
    const [known] = await store.known(workspaceId, [phoneNumber], 0);
    this.refused.set(id, { ...NOTHING, colleague: known ?? { person, state, at, job: '', change } });
  }
}

/** The part of a submission by which {@link TeamClaims.facts} finds what is known. */
interface FactsAsked {
  readonly id?: string | undefined;
  readonly phoneNumber: string;
}

/** HMAC-SHA256 (RFC 2104) of a text, by which an erased number is recognised. */
export function keyedHash(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
