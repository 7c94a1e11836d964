import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { callKey, spellingsOf } from '../../shared/call-key.ts';
import { CLAIM_STATES, type ReasonValues } from '../../shared/call-rules.ts';
import type { ForbiddingEntry } from '../../shared/do-not-call.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Submission } from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';

/** A statement to the team database; rejects at once if it can't be reached. */
export type TeamQuery = (sql: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

interface TeamClaimsOptions {
  readonly workspaceId: string;
  /** The service's address, as the claims name it. */
  readonly service: string;
  readonly store: Stores['teamClaims'];
  readonly query: TeamQuery;
  /** Since when the team database can't be asked, UTC ms; null if it can. */
  readonly awaySince: () => number | null;
  readonly settings: () => { readonly duplicateDays: number };
  /** Whether the workspace's rule lets submissions go while the team database is away. */
  readonly goesWithout: () => Promise<boolean>;
  /** These submissions changed, or all that wait. */
  readonly onChange: (submissionIds: readonly string[]) => void;
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
/** PostgreSQL's bigint comes as a text. */
const bigint = z.coerce.number().int();
const time = z.date().transform((at) => at.getTime());

const greeting = z.object({ generation: z.uuid(), version: z.int(), hash_key: bytes, channel: z.string() });
export type Greeting = z.output<typeof greeting>;

const claimAnswer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('granted'), change: bigint, token: z.uuid() }),
  z.object({
    answer: z.literal('taken'),
    person: z.string(),
    state: z.enum([...CLAIM_STATES, 'free']),
    at: time,
    submission: z.uuid(),
    candidate: z.string(),
    job: z.string(),
    change: bigint,
  }),
  z.object({ answer: z.literal('do_not_call'), at: time, job: z.string() }),
]);

const conflict = z.object({ submission: z.uuid(), person: z.string() });

/** The claims of one workspace to telephones on its team's database (decision 36): asked before each first byte. */
export class TeamClaims {
  private readonly options: TeamClaimsOptions;
  private readonly now: () => number;
  /** Submissions that the team database refused, with why: it knows more than the copy of its claims here. */
  private readonly refused = new Map<string, TeamFacts>();
  private greeted = false;

  constructor(options: TeamClaimsOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /**
   * Introduces this computer on a new connection, before anything else is asked on it. If the database was restored to an
   * earlier time, what waits becomes a person's to decide. Rejects if the computer may not take part.
   */
  async greet(query: TeamQuery, person: string): Promise<Greeting> {
    const { workspaceId, store, onChange } = this.options;
    this.greeted = false;
    const place = await store.place(workspaceId);
    if (!place) throw new Error('The workspace has no team.');
    const { computerId, seen, log } = place;
    const [row] = await query('SELECT * FROM hello($1, $2, $3, $4, $5)', [
      computerId,
      person,
      seen,
      log?.change ?? null,
      log?.token ?? null,
    ]);
    const answer = greeting.parse(row);
    const { generation, hash_key } = answer;
    const held = await store.greeted(workspaceId, generation, hash_key, this.now());
    if (held !== undefined) onChange([]);
    this.greeted = true;
    return answer;
  }

  /** The connection ended: nothing is claimed before the next greeting. */
  parted(): void {
    this.greeted = false;
  }

  /** Since when sends wait for the team database, UTC ms; null if they don't. */
  async waitsSince(): Promise<number | null> {
    const since = this.options.awaySince();
    if (since === null) return this.greeted ? null : this.now();
    return (await this.options.goesWithout()) ? null : since;
  }

  /**
   * Claims the number of a submission for it. False: it may not be sent, and {@link facts} say why. Rejects if the team
   * database can't be asked, or its answer was lost: nothing may be sent then, and the same claim may be asked again.
   */
  async claim(submission: Submission): Promise<boolean> {
    const { workspaceId, service, store, query, settings, awaySince, goesWithout } = this.options;
    if (awaySince() !== null && (await goesWithout())) return true;
    const place = await store.place(workspaceId);
    if (!place) return true;
    if (!place.hashKey || !this.greeted) throw new Error('The team database was not greeted yet.');
    const { id, phoneNumber, candidateName, jobDescriptionId, teamSeen = 0 } = submission;
    const { hashKey } = place;
    const [row] = await query('SELECT * FROM claim($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      place.computerId,
      service,
      callKey(phoneNumber),
      spellingsOf(phoneNumber).map((each) => teamHash(hashKey, each)),
      id,
      candidateName,
      jobDescriptionId,
      settings().duplicateDays,
      teamSeen,
    ]);
    const answer = claimAnswer.parse(row);
    switch (answer.answer) {
      case 'granted':
        this.refused.delete(id);
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
  async facts(submissions: readonly Pick<FactsAsked, 'id' | 'phoneNumber'>[]): Promise<readonly TeamFacts[]> {
    const { workspaceId, store, settings } = this.options;
    const since = this.now() - settings().duplicateDays * DAY_MS;
    const numbers = submissions.map(({ phoneNumber }) => phoneNumber);
    const known = await store.known(workspaceId, numbers, since);
    return submissions.map(
      ({ id }, index) => this.refused.get(id ?? '') ?? { ...NOTHING, colleague: known[index] ?? null },
    );
  }

  /** Up to which change of the team its claims are known here; undefined without a team. */
  seen(): Promise<number | undefined> {
    return this.options.store.seen(this.options.workspaceId);
  }

  /** Tells the team what became of these submissions. Rejects if the team database can't be asked. */
  async settle(ids: readonly string[]): Promise<void> {
    const { workspaceId, service, store, query, onChange } = this.options;
    const place = await store.place(workspaceId);
    const settled = await store.settlements(workspaceId, ids);
    if (!place || settled.length === 0) return;
    const rows = await query('SELECT * FROM settle($1, $2)', [
      place.computerId,
      JSON.stringify(settled.map((each) => ({ ...each, service }))),
    ]);
    const conflicts = z.array(conflict).parse(rows);
    for (const { submission, person } of conflicts) {
      await store.alsoCalled(submission, person, this.now());
    }
    if (conflicts.length > 0) onChange(conflicts.map(({ submission }) => submission));
  }

  private async taken(
    { id, phoneNumber }: Submission,
    taken: Extract<z.output<typeof claimAnswer>, { answer: 'taken' }>,
  ): Promise<void> {
    const { workspaceId, store } = this.options;
    const { submission, person, state, at, candidate, job, change } = taken;
    const claim = { submissionId: submission, person, state, at, candidateName: candidate, change };
    const key = callKey(phoneNumber);
    await store.remember(workspaceId, [{ ...claim, callKey: key, jobDescriptionId: job }]);
    if (state === 'free') return;
    const [known] = await store.known(workspaceId, [phoneNumber], 0);
    this.refused.set(id, { ...NOTHING, colleague: known ?? { person, state, at, job, change } });
  }
}

/** The part of a submission by which {@link TeamClaims.facts} finds what is known. */
interface FactsAsked {
  readonly id?: string | undefined;
  readonly phoneNumber: string;
}

/** HMAC-SHA256 of a text with the team's key, as PostgreSQL takes it. */
export function teamHash(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
