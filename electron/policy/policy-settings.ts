import { z } from 'zod';
import { type Settings, settings } from '../../shared/settings.ts';

/** Settings that hold the app's own state. */
type InternalSetting =
  | 'currentWorkspaceId'
  | 'queuePaused'
  | 'gridLayouts'
  | 'lastPolicy'
  | 'lastBackup'
  | 'automaticBackups'
  | 'backupFolder'
  | 'backupsKept'
  | 'lastAutomaticBackup'
  | 'automaticBackupFiles'
  | 'backupReminderAt';
type Fixable = Exclude<keyof Settings, InternalSetting>;

/** A setting that a policy may fix. */
export interface PolicySetting {
  /** Path in the policy: `name` or `group.name`. */
  readonly path: string;
  readonly setting: Fixable;
  /** Description for policy authors. */
  readonly about: string;
  /** The value if the policy can't be read; without it the stored value stays. */
  readonly strict?: Settings[Fixable];
  /** Whether that also applies if the policy leaves the setting out and is invalid elsewhere. */
  readonly guarded?: true;
}

/** The schema of a setting's value in a policy; null is not allowed. */
export function valueSchema({ setting, about }: PolicySetting): z.ZodType {
  const withDefault = settings.shape[setting];
  const schema = withDefault instanceof z.ZodDefault ? withDefault.unwrap() : withDefault;
  return strictSchema(schema).optional().describe(about);
}

function strictSchema(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable ? z.string().min(1).max(1000) : schema;
}

/** The settings an organisation can fix, in the order of the documentation. */
export const POLICY_SETTINGS: readonly PolicySetting[] = [
  {
    path: 'weak_storage',
    setting: 'weakStorageAllowed',
    about:
      'Whether sign-ins may be stored with weaker protection on computers without a key store. False: they are kept in memory until Callboard quits.',
    strict: false,
    guarded: true,
  },
  {
    path: 'undo_seconds',
    setting: 'undoSeconds',
    about:
      'How long people can undo a submission before it is sent, in seconds. 0: not at all. More than ten at once can always be undone for at least 30 seconds.',
  },
  {
    path: 'duplicate_days',
    setting: 'duplicateDays',
    about:
      'Callboard asks before it submits the same phone number again within this many days. 0: only while it is in the Outbox.',
  },
  {
    path: 'queue_concurrency',
    setting: 'queueConcurrency',
    about: 'How many submissions are sent at the same time.',
  },
  {
    path: 'refreshes_per_minute',
    setting: 'refreshesPerMinute',
    about: 'The maximum number of automatic status checks per minute.',
  },
  {
    path: 'retention_days',
    setting: 'retentionDays',
    about:
      'Finished requests are erased this many days after their last change, and people can not change it. 0: never.',
    // An unreadable policy must not cause anything to be erased.
    strict: 0,
  },
  {
    path: 'updates.mode',
    setting: 'updateMode',
    about: 'Whether Callboard checks for updates: never, on request, or automatically.',
    guarded: true,
  },
  {
    path: 'updates.channel',
    setting: 'updateChannel',
    about: 'Which updates Callboard checks for: stable versions only, or beta versions too.',
    guarded: true,
  },
  {
    path: 'proxy.mode',
    setting: 'proxyMode',
    about: "Whether Callboard uses the computer's proxy settings, this policy's proxy, or no proxy.",
  },
  {
    path: 'proxy.address',
    setting: 'proxyAddress',
    about: 'The proxy in manual mode, such as proxy.example.com:8080.',
  },
  {
    path: 'proxy.bypass',
    setting: 'proxyBypass',
    about: 'Addresses that bypass the proxy in manual mode.',
  },
  {
    path: 'certificate_file',
    setting: 'certificateFile',
    about: "The path of a PEM file with certificate authorities to trust in addition to the computer's.",
  },
  {
    path: 'notifications.completed',
    setting: 'notifyCompleted',
    about: 'Whether to notify people when all results of a request are available.',
  },
  {
    path: 'notifications.rejected',
    setting: 'notifyRejected',
    about: 'Whether to notify people when the service refuses a submission.',
  },
  {
    path: 'notifications.decisions',
    setting: 'notifyDecisions',
    about: 'Whether to notify people when a submission needs a decision.',
  },
  {
    path: 'notifications.signed_out',
    setting: 'notifySignedOut',
    about: 'Whether to notify people when a sign-in has ended.',
  },
  {
    path: 'notifications.names',
    setting: 'notificationNames',
    about: 'When notifications name candidates: never, while the screen is unlocked, or always.',
  },
];
