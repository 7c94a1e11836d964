import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { OutboxQuestion } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import type { Submission, SubmissionFields } from '../../../shared/submission.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { sampleFields } from '../sample-submission.ts';
import { type Answer, acceptEach, recordingService } from '../service/recording-service.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { type PersonActions, personActions } from './person-actions.ts';
import { namesIn, ReachabilityOfTest, senderTo, startQueue, TokensOfTest } from './running-queue.ts';

export const LOS_ANGELES = '+14155550123';
export const BERLIN = '+493012345678';
/** A satellite phone, whose time zone is unknown. */
export const NOWHERE = '+870773111632';

/** A Wednesday, 05:00 in Berlin and 20:00 of the day before in Los Angeles: too early for one, too late for the other. */
export const NIGHT = Date.parse('2026-11-18T04:00:00Z');
/** 13:00 in Berlin, 04:00 in Los Angeles. */
export const MORNING = Date.parse('2026-11-18T12:00:00Z');
export const NINE_IN_LOS_ANGELES = Date.parse('2026-11-18T17:00:00Z');

/** Calling hours of a workspace in Berlin: every day from 9 to 20, with these changes. */
export function rulesWith(hours: Partial<CallingHours> = {}): WorkspaceRules {
  const rules = defaultRules('Europe/Berlin');
  const base = { enabled: true, from: '09:00', until: '20:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
  return { ...rules, callingHours: { ...rules.callingHours, ...base, ...hours } };
}

export const NO_HOURS = rulesWith({ enabled: false });

/** The app's queue and actions on a real database and a real service, with clocks that the test sets. */
export class Gate {
  readonly clock = { now: NIGHT, boot: 0 };
  readonly settings = { paused: false, concurrency: 4 };
  readonly reachability = new ReachabilityOfTest();
  readonly tokens = new TokensOfTest();
  rules = rulesWith();
  /** Runs while a connection is made; a returned outcome means that there is none. */
  beforeSending: (gate: Gate) => Promise<CreateOutcome | undefined> = async () => undefined;
  private running: { queue: ReturnType<typeof startQueue>['queue']; actions: PersonActions };
  private readonly parts: Awaited<ReturnType<typeof makeParts>>;

  static async open(answer: Answer = acceptEach): Promise<Gate> {
    return new Gate(await makeParts(answer));
  }

  private constructor(parts: Awaited<ReturnType<typeof makeParts>>) {
    this.parts = parts;
    this.running = this.start();
  }

  get queue() {
    return this.running.queue;
  }

  get actions() {
    return this.running.actions;
  }

  get storage() {
    return this.parts.storage;
  }

  get store() {
    return this.parts.storage.stores.submissions;
  }

  /** The names of those called, in order. */
  get called(): string[] {
    return namesIn(this.parts.service);
  }

  /** Lets time pass on every clock. */
  passTo(now: number): void {
    this.clock.boot += now - this.clock.now;
    this.clock.now = now;
  }

  /** Stops the queue and starts another on the same database. */
  async restart(): Promise<void> {
    await this.running.queue.stop(1000);
    this.running = this.start();
    await this.running.queue.recover();
  }

  async setRules(rules: WorkspaceRules): Promise<void> {
    this.rules = rules;
    await this.queue.judgeAgain();
  }

  async submit(candidateName: string, phoneNumber: string, changes: Partial<SubmissionFields> = {}) {
    const fields = sampleFields({ candidateName, phoneNumber, ...changes });
    const submitted = await this.actions.submit([fields], { despiteDuplicates: true });
    if (!submitted.ok || !submitted.value[0]) throw new Error('Nothing was queued.');
    return submitted.value[0];
  }

  /** Replaces a submission by the same one without its chosen time. */
  async replaceWithoutTime({ id, candidateName, phoneNumber }: Submission): Promise<void> {
    const fields = sampleFields({ candidateName, phoneNumber });
    await this.actions.submit([fields], { replaces: id, despiteDuplicates: true });
  }

  /** A candidate's open submission. */
  async row(candidateName: string): Promise<Submission> {
    const states = ['queued', 'connecting', 'sending', 'held', 'unconfirmed', 'accepted'] as const;
    const found = (await this.store.inStates('workspace-1', states)).find(
      (each) => each.candidateName === candidateName,
    );
    if (!found) throw new Error(`${candidateName} is not there.`);
    return found;
  }

  async question(): Promise<OutboxQuestion | null> {
    return (await this.store.outbox('workspace-1')).question;
  }

  /** A candidate's history, newest first. */
  async history(candidateName: string): Promise<string[]> {
    const { id } = await this.row(candidateName);
    return (await this.parts.storage.stores.events.of(id)).map((each) => historyWords(each).heading);
  }

  /** Waits until a candidate is accepted. */
  async untilCalled(candidateName: string): Promise<void> {
    await until(
      `${candidateName} to be called`,
      async () => (await this.row(candidateName)).state === 'accepted',
    );
  }

  /** Waits until a question about a candidate is open. */
  async untilAsked(candidateName: string): Promise<Submission> {
    await until(`the question about ${candidateName}`, async () => {
      return (await this.row(candidateName)).callingHold?.question?.answer === null;
    });
    return this.row(candidateName);
  }

  private start() {
    const { storage, service } = this.parts;
    const sender = senderTo(service.origin);
    const { queue } = startQueue({
      store: storage.stores.submissions,
      baseUrl: service.origin,
      sender: {
        send: async (...args) => {
          return (await this.beforeSending(this)) ?? sender.send(...args);
        },
      },
      settings: this.settings,
      tokens: this.tokens,
      reachability: this.reachability,
      rules: async () => this.rules,
      now: () => this.clock.now,
      sinceBoot: () => this.clock.boot,
    });
    const actions = personActions({
      store: storage.stores.submissions,
      rules: async () => this.rules,
      onChange: () => queue.wake(),
      now: () => this.clock.now,
    });
    return { queue, actions };
  }
}

async function makeParts(answer: Answer) {
  return { storage: await temporaryStorage(), service: await recordingService(answer) };
}

/** Something that releases held submissions at once. */
export interface Opener {
  readonly name: string;
  /** The rules under which they are submitted. */
  readonly rules?: WorkspaceRules;
  /** The number of the candidate outside those hours when the gate opens; left out: Los Angeles. */
  readonly asleep?: string;
  /** That candidate's chosen time zone; null: derived from the number. */
  readonly asleepIn?: string;
  readonly submitted?: Partial<SubmissionFields>;
  /** While both are outside those hours. */
  readonly prepare?: (gate: Gate) => Promise<void>;
  readonly open: (gate: Gate) => Promise<void> | void;
  readonly about?: 'clock';
}

const names = ['Asleep', 'Awake'] as const;

async function idsOf(gate: Gate): Promise<string[]> {
  return (await Promise.all(names.map((name) => gate.row(name)))).map(({ id }) => id);
}

/** Holds both with this problem, and removes the calling hours. */
async function heldWith(gate: Gate, code: SubmissionProblem['code']): Promise<void> {
  for (const name of names) {
    const row = await gate.row(name);
    const problem = { code };
    const history = { code: 'held', values: problem } as const;
    const submission = { ...row, state: 'held', problem, revision: row.revision + 1 } as const;
    await gate.store.save([{ submission, history, tracked: null }]);
  }
  await gate.setRules(NO_HOURS);
}

async function pausedEach(gate: Gate): Promise<void> {
  await gate.actions.pause(await idsOf(gate));
  await gate.setRules(NO_HOURS);
}

async function withoutHours(gate: Gate): Promise<void> {
  await gate.setRules(NO_HOURS);
}

/** Whatever opens a gate, as far as the queue of one workspace knows it. */
export const OPENERS: readonly Opener[] = [
  { name: 'calling hours are switched off', open: (gate) => gate.setRules(NO_HOURS) },
  {
    name: 'calling hours are widened',
    open: (gate) => gate.setRules(rulesWith({ from: '00:00', until: '23:59' })),
  },
  {
    name: 'other weekdays are chosen',
    // When it is Wednesday noon in Berlin it is Thursday on Kiritimati, with a week to wait.
    rules: rulesWith({ weekdays: [3] }),
    asleepIn: 'Pacific/Kiritimati',
    open: (gate) => gate.setRules(rulesWith({ from: '00:00', until: '23:59' })),
  },
  {
    name: 'another default time zone is chosen',
    rules: rulesWith({ defaultTimeZone: 'America/Los_Angeles' }),
    asleep: NOWHERE,
    open: (gate) => gate.setRules(rulesWith()),
  },
  {
    name: 'submissions are resumed one by one',
    prepare: pausedEach,
    open: async (gate) => {
      for (const id of await idsOf(gate)) await gate.actions.resume([id]);
    },
  },
  {
    name: 'many are resumed at once',
    prepare: pausedEach,
    open: async (gate) => void (await gate.actions.resume(await idsOf(gate))),
  },
  {
    name: 'the whole queue is resumed, or allowed again by a policy',
    prepare: async (gate) => {
      gate.settings.paused = true;
      await gate.setRules(NO_HOURS);
    },
    open: (gate) => {
      gate.settings.paused = false;
      gate.queue.wake();
    },
  },
  {
    name: 'all are tried now',
    prepare: async (gate) => {
      await heldWith(gate, 'not_permitted');
    },
    open: async (gate) => void (await gate.actions.tryNow()),
  },
  {
    name: 'the service can be reached again',
    prepare: async (gate) => {
      gate.reachability.learn(false);
      await gate.setRules(NO_HOURS);
    },
    open: (gate) => gate.reachability.learn(true),
  },
  {
    name: 'the network settings are changed',
    prepare: (gate) => heldWith(gate, 'proxy_sign_in_needed'),
    open: (gate) => gate.queue.resume('network_settings'),
  },
  {
    name: 'the connection of the workspace is changed',
    prepare: (gate) => heldWith(gate, 'not_permitted'),
    open: (gate) => gate.queue.resume('connection'),
  },
  {
    name: 'somebody signs in again',
    prepare: (gate) => heldWith(gate, 'sign_in_needed'),
    open: (gate) => gate.queue.resume('sign_in'),
  },
  {
    name: 'their chosen time is removed',
    submitted: { notBefore: NIGHT + 30 * 24 * 60 * 60 * 1000 },
    prepare: withoutHours,
    open: async (gate) => {
      for (const name of names) await gate.replaceWithoutTime(await gate.row(name));
    },
  },
  {
    name: 'their chosen time has come',
    submitted: { notBefore: MORNING },
    prepare: withoutHours,
    open: (gate) => gate.queue.wake(),
  },
  {
    name: 'the clock is set forward',
    about: 'clock',
    open: (gate) => {
      // 10:00 in Los Angeles, 19:00 in Berlin.
      gate.clock.now += 6 * 60 * 60 * 1000;
      gate.queue.wake();
    },
  },
];
