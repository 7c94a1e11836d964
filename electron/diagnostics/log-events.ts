import { contract } from '../../shared/ipc/contract.ts';
import { SETTING_NAMES } from '../../shared/settings.ts';
import { WRITE_TROUBLES } from '../../shared/storage-notice.ts';
import { SUBMISSION_STATES } from '../../shared/submission.ts';
import { TEAM_PHASES, teamProblemValues } from '../../shared/team.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import type { Stores } from '../storage/stores/index.ts';
import { ERROR_CODES } from './reduce-error.ts';

const CHANNELS: readonly string[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.keys(calls).map((name) => `${group}.${name}`),
);

/** Where an error occurred, if not in an IPC call. */
const AREAS = ['main', 'start', 'uncaught', 'unhandled_rejection', 'storage_worker', 'page'] as const;

export const PAGE_END_REASONS = [
  'clean-exit',
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
] as const;

/** The storage worker's stores: one that is missing or unknown doesn't compile, as only their type is known here. */
const storeNames: Readonly<Record<keyof Stores, true>> = {
  annotations: true,
  appSecrets: true,
  backup: true,
  connectionReuse: true,
  decisions: true,
  doNotCall: true,
  erasures: true,
  events: true,
  evidence: true,
  exports: true,
  holds: true,
  imports: true,
  insights: true,
  library: true,
  notices: true,
  pins: true,
  proxySecrets: true,
  requests: true,
  retention: true,
  rules: true,
  secrets: true,
  serviceWaits: true,
  submissions: true,
  teams: true,
  teamClaims: true,
  teamRecords: true,
  views: true,
  workspaces: true,
};
export const STORES: readonly string[] = Object.keys(storeNames);

type Level = 'error' | 'warn' | 'info';

interface EventShape {
  readonly level: Level;
  readonly fields: Readonly<Record<string, Kind>>;
}

/** All log events, with their fields. Nothing else can be logged. */
export const LOG_EVENTS = {
  app_started: {
    level: 'info',
    fields: {
      version: 'version',
      electron: 'version',
      chromium: 'version',
      node: 'version',
      sqlite: 'version',
      system: ['darwin', 'linux', 'win32'],
      systemVersion: 'version',
      arch: ['arm64', 'x64', 'ia32', 'arm'],
      packaged: 'flag',
    },
  },
  /** Started with `--no-sandbox`: the system doesn't confine the pages' processes. */
  sandbox_off: { level: 'warn', fields: {} },
  /** The first call of a page was answered: window, page, main process and storage work together. */
  first_call_answered: { level: 'info', fields: {} },
  app_stopped: { level: 'info', fields: { ranMs: 'ms' } },
  run_ended_without_stop: { level: 'warn', fields: { crashDumps: 'count' } },
  system_ends_app: { level: 'info', fields: { how: ['session_end', 'shutdown', 'signal'] } },
  system_suspended: { level: 'info', fields: {} },
  system_resumed: { level: 'info', fields: { afterMs: 'ms' } },

  database_opened: {
    level: 'info',
    fields: { schemaBefore: 'count', schema: 'count', tookMs: 'ms' },
  },
  database_put_aside: { level: 'warn', fields: {} },
  database_damaged: { level: 'error', fields: {} },
  database_lost: { level: 'error', fields: {} },
  /** The data folder was copied or put back, and this many submissions in it need a person's decision. */
  data_folder_copied: { level: 'warn', fields: { waiting: 'count' } },
  /** Another computer has opened the data folder meanwhile. */
  data_folder_taken: { level: 'error', fields: {} },
  database_not_writable: { level: 'error', fields: { why: WRITE_TROUBLES } },
  database_writable: { level: 'info', fields: {} },
  database_written_anew: { level: 'warn', fields: {} },
  database_checked: {
    level: 'info',
    fields: {
      thorough: 'flag',
      ended: ['sound', 'damaged', 'cancelled', 'failed'],
      problems: 'count',
      tookMs: 'ms',
    },
  },
  storage_slow: { level: 'warn', fields: { store: STORES, tookMs: 'ms', alsoSlow: 'count' } },

  submission_added: { level: 'info', fields: { workspace: 'id', count: 'count' } },
  submission_changed: {
    level: 'info',
    fields: {
      submission: 'id',
      state: SUBMISSION_STATES,
      outcome: [...Object.keys(createOutcomes), 'none'],
      http: 'http',
      attempts: 'count',
    },
  },
  queue_paused: { level: 'info', fields: { paused: 'flag' } },
  reachability_changed: { level: 'info', fields: { workspace: 'id', reachable: 'flag' } },
  /** The connection to a workspace's team database, and why there is none. */
  team_changed: {
    level: 'info',
    fields: {
      workspace: 'id',
      phase: TEAM_PHASES,
      reason: [...Object.keys(teamProblemValues), 'none'],
    },
  },
  sign_in_changed: {
    level: 'info',
    fields: {
      workspace: 'id',
      phase: ['signed_out', 'waiting_for_browser', 'exchanging_code', 'waiting_for_key_store', 'signed_in'],
      storage: ['sealed', 'weak', 'memory', 'waiting', 'none'],
      reason: [...ERROR_CODES, 'none'],
    },
  },
  setting_changed: { level: 'info', fields: { setting: SETTING_NAMES } },

  update_state: {
    level: 'info',
    fields: {
      state: ['off', 'idle', 'checking', 'available', 'downloading', 'ready', 'installing', 'failed'],
      version: 'version',
    },
  },
  policy_read: { level: 'info', fields: { found: 'flag', problems: 'count', managed: 'count' } },

  trouble: { level: 'error', fields: { where: [...AREAS, ...CHANNELS] } },
  page_gone: { level: 'error', fields: { reason: PAGE_END_REASONS, exitCode: 'count' } },
  process_gone: {
    level: 'error',
    fields: {
      type: [
        'Utility',
        'Zygote',
        'Sandbox helper',
        'GPU',
        'Pepper Plugin',
        'Pepper Plugin Broker',
        'Unknown',
      ],
      reason: PAGE_END_REASONS,
      exitCode: 'count',
    },
  },
  page_unresponsive: { level: 'warn', fields: {} },
  page_responsive: { level: 'info', fields: {} },
  page_reloaded: { level: 'info', fields: { cause: ['page_gone', 'person'] } },
  page_errors_left_out: { level: 'warn', fields: { count: 'count' } },

  health_looked_at: { level: 'info', fields: { look: 'count', problem: 'count' } },
  logs_deleted: { level: 'info', fields: {} },
  crash_dumps_deleted: { level: 'info', fields: { count: 'count' } },
  log_lines_lost: { level: 'warn', fields: { count: 'count' } },
  /** Something other than a record was passed to the logger and dropped. */
} as const satisfies Readonly<Record<string, EventShape>>;

export type LogEventName = keyof typeof LOG_EVENTS;

/** The values of an event's fields; undefined ones are left out. */
export type FieldsOf<Name extends LogEventName> = {
  readonly [Field in keyof (typeof LOG_EVENTS)[Name]['fields']]?:
    | ValueOf<Extract<(typeof LOG_EVENTS)[Name]['fields'][Field], Kind>>
    | undefined;
};

/** Logs an event. Never throws or blocks. */
export type LogEvent = <Name extends LogEventName>(name: Name, fields: FieldsOf<Name>) => void;

/**
 * The kinds of values a log record may hold. A value that fails its kind's check is logged as `other`. There is no kind
 * for free text: only bounded numbers, booleans, versions, salted hashes and words from closed lists can be logged.
 */
export type Kind =
  /** A non-negative integer. */
  | 'count'
  /** A duration, whole ms. */
  | 'ms'
  /** A size, bytes. */
  | 'bytes'
  /** An HTTP status, 100 to 599. */
  | 'http'
  | 'flag'
  /** Such as `45.4.1` or `1.2.0-beta.1`. */
  | 'version'
  /** An id, logged as its salted hash. */
  | 'id'
  /** One of these words. */
  | readonly string[];

type ValueOf<K extends Kind> = K extends readonly (infer Word)[]
  ? Word
  : K extends 'flag'
    ? boolean
    : K extends 'version' | 'id'
      ? string
      : number;

/** Replaces every value that isn't allowed. */
export const OTHER = 'other';

const VERSION = /^\d{1,3}(?:\.\d{1,5}){0,3}(?:-[a-z]{1,8}(?:\.\d{1,3})?)?$/;

export function textOf(kind: Kind, value: unknown, hash: (id: string) => string): string {
  switch (kind) {
    case 'count':
    case 'ms':
    case 'bytes':
      return wholeNumber(value, 0, Number.MAX_SAFE_INTEGER);
    case 'http':
      return wholeNumber(value, 100, 599);
    case 'flag':
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : OTHER;
    case 'version':
      return typeof value === 'string' && VERSION.test(value) ? value : OTHER;
    case 'id':
      return typeof value === 'string' ? hash(value) : OTHER;
    default:
      return typeof value === 'string' && kind.includes(value) ? value : OTHER;
  }
}

function wholeNumber(value: unknown, min: number, max: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return OTHER;
  const whole = Math.round(value);
  return whole >= min && whole <= max ? String(whole) : OTHER;
}
