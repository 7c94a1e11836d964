import { DatabaseSync } from 'node:sqlite';
import { callKey } from '../../../shared/call-key.ts';
import type { ListStep } from './list-steps.ts';

type Ground = 'person' | 'policy';

/**
 * Knows from what processes reported which numbers must not be called, and judges each create that reaches the service. A
 * step counts from its `done` on, what lifts an entry from its `begin` on: a kill in between leaves open what is stored.
 */
export class ListJudge {
  readonly violations: string[] = [];
  /** Creates that reached the service, and how many submissions were for a number on the list. */
  received = 0;
  forbiddenQueued = 0;
  private readonly path: string;
  private readonly grounds = new Map<string, Set<Ground>>();
  /** Since when numbers must not be called, by the clock that all processes share (ns). */
  private readonly since = new Map<string, bigint>();
  private readonly beganAt = new Map<ListStep, bigint>();
  /** Submissions that were marked when their number's entry came, and had not arrived yet: the mark came first. */
  private readonly markedBefore = new Set<string>();
  private readonly arrivals = new Map<string, number>();

  constructor(path: string) {
    this.path = path;
  }

  /** `at`: when the process said so, by the clock that all processes share (ns). */
  begins(step: ListStep, at: bigint): void {
    this.beganAt.set(step, at);
    if (step.do === 'queue' && this.mustNot(step.number)) this.forbiddenQueued += 1;
    if (step.do === 'lift') this.grounds.get(callKey(step.number))?.delete('person');
    if (step.do !== 'policy') return;
    const kept = new Set(step.numbers.map(callKey));
    for (const [key, grounds] of this.grounds) if (!kept.has(key)) grounds.delete('policy');
  }

  /** `at`: as in {@link begins}. What processes say arrives in any order, so a submit is judged by when it began. */
  done(step: ListStep, at: bigint): void {
    if (step.do === 'list' || step.do === 'erase') this.forbid([step.number], 'person', at);
    if (step.do === 'policy') this.forbid(step.numbers, 'policy', at);
    if (step.do !== 'submit' || !this.mustNot(step.number)) return;
    const since = this.since.get(callKey(step.number)) ?? 0n;
    if (since <= (this.beganAt.get(step) ?? at)) {
      this.violations.push(`${step.number} was submitted though it is on the list`);
    }
  }

  /** The numbers forbidden now, as a backup has them. */
  snapshot(): readonly string[] {
    return [...this.grounds].filter(([, { size }]) => size > 0).map(([key]) => key);
  }

  /** A backup with these numbers was merged: whatever is not forbidden here is from now on, by a person. */
  merged(numbers: readonly string[], ofPersons: readonly string[]): void {
    this.forbid(
      numbers.filter((each) => ofPersons.includes(each) || !this.mustNot(each)),
      'person',
      process.hrtime.bigint(),
    );
  }

  ofPersons(): readonly string[] {
    return [...this.grounds].filter(([, grounds]) => grounds.has('person')).map(([key]) => key);
  }

  /** A create of this submission, to this number, reached the service. */
  arrived(id: string, number: string): void {
    this.received += 1;
    this.arrivals.set(id, (this.arrivals.get(id) ?? 0) + 1);
    if (this.mustNot(number) && !this.markedBefore.delete(id)) {
      this.violations.push(`${number} was called after its entry was on the disk`);
    }
  }

  private mustNot(number: string): boolean {
    return (this.grounds.get(callKey(number))?.size ?? 0) > 0;
  }

  private forbid(numbers: readonly string[], ground: Ground, at: bigint): void {
    const keys = new Set(numbers.map(callKey));
    for (const key of keys) if ((this.grounds.get(key)?.size ?? 0) === 0) this.since.set(key, at);
    for (const key of keys) this.grounds.set(key, (this.grounds.get(key) ?? new Set()).add(ground));
    // While an erasure rewrites the database, it is locked.
    using db = new DatabaseSync(this.path, { readOnly: true, timeout: 10_000 });
    const marked = db.prepare(
      `SELECT id, phone_number,
         (SELECT count(*) FROM history WHERE history.row = submissions.row AND code = 'sending') AS marks
       FROM submissions WHERE state = 'sending'`,
    );
    for (const { id, phone_number: number, marks } of marked.all()) {
      const isOnItsWay = Number(marks) > (this.arrivals.get(String(id)) ?? 0);
      if (isOnItsWay && keys.has(callKey(String(number)))) this.markedBefore.add(String(id));
    }
  }
}
