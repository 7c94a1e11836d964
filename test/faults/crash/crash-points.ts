/** The stored steps of a submission, in order. */
const STORED_EVENTS = ['claimed', 'marked', 'answered', 'interrupted', 'decided'] as const;
export type StoredEvent = (typeof STORED_EVENTS)[number];

/** Where the process can be told to kill itself. */
export type CrashPoint =
  | 'submit begun'
  | 'add under way'
  | 'add stored'
  | 'submit acknowledged'
  | 'request written'
  | 'answer come'
  | `before ${StoredEvent}`
  | `while ${StoredEvent}`
  | `after ${StoredEvent}`;

export const CRASH_POINTS: readonly CrashPoint[] = [
  'submit begun',
  'add under way',
  'add stored',
  'submit acknowledged',
  'request written',
  'answer come',
  ...STORED_EVENTS.flatMap((event) => [`before ${event}`, `while ${event}`, `after ${event}`] as const),
];

/** The arguments of the process (JSON, its only argument). */
export interface QueueProcessOrders {
  readonly path: string;
  /** Where it keeps what belongs to this computer, as the app does; left out: nowhere. */
  readonly stateFolder?: string;
  readonly baseUrl: string;
  readonly seed: number;
  /** How many submissions it makes, one by one, while earlier ones are being sent. */
  readonly submits: number;
  /** How many it queues at once before it reports ready; left out: none. */
  readonly queued?: number;
  /** How many may be sent at a time; left out: four. */
  readonly concurrency?: number;
  /** Signed in with the tokens of an earlier run, which the service renews; left out: one token is valid for ever. */
  readonly renews?: true;
  /** A person chooses Send again for this share of the unconfirmed ones. */
  readonly sendAgainShare: number;
  /** It kills itself when it reaches this point for the n-th time. */
  readonly dieAt?: { readonly point: CrashPoint; readonly time: number };
}
