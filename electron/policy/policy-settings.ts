import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type RetentionBounds, withinBounds } from '../../shared/privacy.ts';
import { CodedError, fail } from '../../shared/result.ts';
import { type Settings, type SettingsChange, settings } from '../../shared/settings.ts';

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

/** A policy's effect on settings. Stored settings are kept underneath, for when the policy is removed. */
export interface SettingsOverlay {
  /** Values that override stored settings. */
  readonly values: SettingsChange;
  /** Settings that can't be changed; those without a value keep the stored one. */
  readonly fixed: ReadonlySet<keyof Settings>;
  /** Between which the retention is drawn, where it isn't fixed. */
  readonly retention?: RetentionBounds;
  /** What the policy says about the duplicates' window can't be told: that of the last policies still holds. */
  readonly duplicateDaysUnclear?: boolean;
}

export const NOTHING_FIXED: SettingsOverlay = { values: {}, fixed: new Set() };

/** The effective settings. */
export function withOverlay(stored: Settings, overlay: SettingsOverlay): Settings {
  const { values } = overlay;
  const retentionDays = boundRetention(stored.retentionDays, overlay);
  const duplicateDays = duplicateDaysToRemember(overlay, stored.lastPolicy.duplicateDays);
  // Fast path: settings are read before every send.
  if (Object.keys(values).length === 0 && retentionDays === stored.retentionDays && duplicateDays === null)
    return stored;
  const last = duplicateDays !== null && { duplicateDays };
  return settings.parse({ ...stored, retentionDays, ...last, ...withoutUndefined(values) });
}

/** The duplicates' window of this policy; where it can't be told, that of earlier ones; null if none set it. */
export function duplicateDaysToRemember(
  { values, duplicateDaysUnclear }: SettingsOverlay,
  last: number | null,
): number | null {
  return values.duplicateDays ?? (duplicateDaysUnclear ? last : null);
}

function boundRetention(days: number, { retention, fixed }: SettingsOverlay): number {
  return retention === undefined || fixed.has('retentionDays') ? days : withinBounds(days, retention);
}

/**
 * The settings to store after a change. Throws a CodedError `setting_set_by_organisation` if it would change a fixed
 * setting, `retention_out_of_bounds` for a retention outside of the policy's bounds. A fixed setting's current value is accepted but not stored: it is the policy's, not the person's.
 */
export function withChanges(stored: Settings, changes: SettingsChange, overlay: SettingsOverlay): Settings {
  const effective = new Map(Object.entries(withOverlay(stored, overlay)));
  const fixed: ReadonlySet<string> = overlay.fixed;
  const wanted = Object.entries(withoutUndefined(changes));
  if (wanted.some(([name, value]) => fixed.has(name) && !isDeepStrictEqual(value, effective.get(name)))) {
    throw new CodedError('setting_set_by_organisation');
  }
  const { retentionDays } = changes;
  if (
    retentionDays !== undefined &&
    overlay.retention &&
    boundRetention(retentionDays, overlay) !== retentionDays
  ) {
    const { atLeastDays, atMostDays } = overlay.retention;
    throw new CodedError(fail('retention_out_of_bounds', { atLeastDays, atMostDays }));
  }
  return settings.parse({ ...stored, ...Object.fromEntries(wanted.filter(([name]) => !fixed.has(name))) });
}

function withoutUndefined(changes: SettingsChange): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
