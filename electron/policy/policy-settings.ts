import { z } from 'zod';
import { type Settings, settings } from '../../shared/settings.ts';

/** What Callboard keeps among the settings for itself. */
type KeptForItself =
  | 'currentWorkspaceId'
  | 'queuePaused'
  | 'gridLayouts'
  | 'lastPolicy'
  | 'lastBackup'
  | 'backupReminderAt';
type Fixable = Exclude<keyof Settings, KeptForItself>;

/** A setting that a policy may fix. */
export interface PolicySetting {
  /** Its path in the policy: a name, or a group and a name. */
  readonly path: string;
  readonly setting: Fixable;
  /** What it does, for whoever writes the policy. */
  readonly about: string;
  /** The value it takes where the policy cannot be read; without one it stays as it is stored. */
  readonly strict?: Settings[Fixable];
  /** Whether that also holds where the policy does not name it and something else in it is wrong. */
  readonly guarded?: true;
}

/** What a policy may say of a setting: a value that it may have, and never that it has none. */
export function valueSchema({ setting, about }: PolicySetting): z.ZodType {
  const withDefault = settings.shape[setting];
  const schema = withDefault instanceof z.ZodDefault ? withDefault.unwrap() : withDefault;
  return named(schema).optional().describe(about);
}

function named(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return z.string().min(1).max(1000);
  // A name that nobody knows must not pass in silence.
  return schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema;
}

/** The settings that an organisation has a reason to fix, in the order of the documentation. */
export const POLICY_SETTINGS: readonly PolicySetting[] = [
  {
    path: 'weak_storage',
    setting: 'weakStorageAllowed',
    about:
      'Whether the sign-in may be stored with weaker protection on a computer without a key store. False: it is kept in memory until Callboard quits.',
    strict: false,
    guarded: true,
  },
  {
    path: 'undo_seconds',
    setting: 'undoSeconds',
    about: 'How long a submission can be taken back before it is sent, seconds. 0: not at all.',
  },
  {
    path: 'duplicate_days',
    setting: 'duplicateDays',
    about:
      'Callboard asks before it submits a phone number again within so many days. 0: only while it is in the Outbox.',
  },
  {
    path: 'queue_concurrency',
    setting: 'queueConcurrency',
    about: 'How many submissions are on their way to the service together.',
  },
  {
    path: 'refreshes_per_minute',
    setting: 'refreshesPerMinute',
    about: 'The most status checks per minute that Callboard makes by itself.',
  },
  {
    path: 'retention_days',
    setting: 'retentionDays',
    about: 'Finished requests are erased so many days after their last change. 0: never.',
    // Nothing is erased for good on the word of a policy that nobody can read, nor for want of its word.
    strict: 0,
  },
  {
    path: 'updates.mode',
    setting: 'updateMode',
    about: 'Whether Callboard looks for newer versions of itself: never, when asked, or by itself.',
    guarded: true,
  },
  {
    path: 'updates.channel',
    setting: 'updateChannel',
    about: 'Which versions are looked for: finished ones, or also those that are still tried out.',
    guarded: true,
  },
  {
    path: 'proxy.mode',
    setting: 'proxyMode',
    about: 'Whether services are reached as the computer is set up, by the proxy of this policy, or by none.',
  },
  {
    path: 'proxy.address',
    setting: 'proxyAddress',
    about: 'The proxy of the mode manual, such as proxy.example.com:8080.',
  },
  {
    path: 'proxy.bypass',
    setting: 'proxyBypass',
    about: 'Addresses that are reached without the proxy of the mode manual.',
  },
  {
    path: 'certificate_file',
    setting: 'certificateFile',
    about: 'The path of a file of certificate authorities (PEM) that hold besides those of the computer.',
  },
  {
    path: 'notifications.completed',
    setting: 'notifyCompleted',
    about: 'Whether a notification tells that all results of a request are in.',
  },
  {
    path: 'notifications.rejected',
    setting: 'notifyRejected',
    about: 'Whether a notification tells that the service refused a submission.',
  },
  {
    path: 'notifications.decisions',
    setting: 'notifyDecisions',
    about: 'Whether a notification tells that a submission needs a decision.',
  },
  {
    path: 'notifications.signed_out',
    setting: 'notifySignedOut',
    about: 'Whether a notification tells that a sign-in has ended.',
  },
  {
    path: 'notifications.names',
    setting: 'notificationNames',
    about: 'Whether notifications name candidates.',
  },
  {
    path: 'notifications.quiet_hours',
    setting: 'quietHours',
    about: 'Hours in which nothing is told, by the clock of the computer.',
  },
  {
    path: 'notifications.digest',
    setting: 'digest',
    about: 'Whether what can wait is told together, every hour or once a day.',
  },
  { path: 'notifications.digest_at', setting: 'digestAt', about: 'When the daily digest comes, as HH:MM.' },
];
