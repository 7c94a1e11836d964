import { z } from 'zod';
import { automaticBackupFile, MAX_BACKUPS_KEPT } from './backup.ts';
import { gridLayout, NO_LAYOUT } from './grid-layout.ts';
import { PROXY_MODES, proxyAddress, proxyBypass } from './network.ts';
import { retentionDays } from './privacy.ts';
import { readSafely } from './read-safely.ts';
import { fixedTeam } from './team.ts';
import { UPDATE_CHANNELS, UPDATE_MODES } from './updates.ts';

/** Available undo windows, seconds; 0 is none. */
export const UNDO_SECONDS = [0, 5, 15, 30, 60] as const;

/** How the values of a setting are chosen and named; without it, it is on or off. */
type Values<Value> =
  /** One of these: side by side or, if there are too many for that, in a `list`. */
  | { readonly choices: readonly { readonly value: Value; readonly label: string }[]; readonly list?: true }
  /** A whole number within the bounds of its schema. `zero`: what 0 means. */
  | { readonly unit: string; readonly zero?: string }
  /** A text. `none`: what an empty one means. */
  | { readonly none: string };

/** What there is to know of a setting beside its schema and its default. */
interface Description<Value> {
  /** Whether the Settings page may change it by itself. */
  readonly editable?: true;
  /** Makes sense on another computer, so backups have it. */
  readonly inBackups?: true;
  /** How it is shown. The Settings page makes the control of whatever names a section. */
  readonly shown?: {
    /** The heading of the section of the Settings page that lists it; without it, a component of its own shows it. */
    readonly section?: string;
    readonly name: string;
    readonly words?: string;
    /** Its name where the section isn't; without it, the same. */
    readonly fullName?: string;
    readonly values?: Values<Value>;
  };
  /** A policy may fix it. */
  readonly policy?: {
    /** Path in the policy: `name` or `group.name`. */
    readonly path: string;
    /** Description for policy authors. */
    readonly about: string;
    /** Its value in the sample policy; `onMac`: where that differs in the sample profile. */
    readonly example: Value;
    readonly onMac?: Value;
    /** The value if the policy can't be read; without it the stored value stays. */
    readonly strict?: Value;
    /** Whether that also applies if the policy leaves the setting out and is invalid elsewhere. */
    readonly guarded?: true;
  };
}

function setting<Schema extends z.ZodType, const Its extends Description<z.output<Schema>>>(
  schema: Schema,
  initial: z.output<Schema>,
  its: Its,
): { readonly schema: Schema; readonly initial: z.output<Schema> } & Its {
  return { schema, initial, ...its };
}

const duplicateDays = z.int().min(0).max(3650);

const lastPolicy = z.object({
  /** Where it was read from; null if there was none. */
  place: z.string().nullable(),
  /** Workspaces defined by the policy. */
  managedWorkspaceIds: z.array(z.string()),
  /** Whether other workspaces were blocked from sending. */
  onlyItsOwn: z.boolean(),
  practiceHeld: z.boolean(),
  /** The parts of workspaces' rules that it set, as JSON. */
  rules: z.record(z.string(), z.unknown()),
  /** The described fields of the questionnaires that it described, as JSON by ID. */
  questionnaires: z.record(z.string(), z.unknown()),
  /** The duplicates' window that it set; null if none did. */
  duplicateDays: duplicateDays.nullable(),
  /** Its floor for what is erased; 0 without one. */
  atLeastDays: retentionDays,
  /** The team databases that it set, by the workspace's ID. */
  teams: z.record(z.string(), fixedTeam).default({}),
});
export type LastPolicy = z.output<typeof lastPolicy>;
export const NO_LAST_POLICY: LastPolicy = {
  place: null,
  managedWorkspaceIds: [],
  onlyItsOwn: false,
  practiceHeld: false,
  rules: {},
  questionnaires: {},
  duplicateDays: null,
  atLeastDays: 0,
  teams: {},
};

/**
 * All settings, in the order of the Settings page and of the policy's documentation. The file, the page, the policy's reader
 * and its published files, and backups are made from it.
 */
export const SETTINGS = {
  colorScheme: setting(z.enum(['auto', 'light', 'dark']), 'auto', {
    editable: true,
    inBackups: true,
    shown: {
      section: 'Preferences',
      name: 'Theme',
      words: 'System follows the light or dark setting of this computer.',
      values: {
        choices: [
          { value: 'auto', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ],
      },
    },
  }),
  /** Single-key shortcuts such as J and K (WCAG 2.1.4: must be possible to turn off). */
  singleKeyShortcuts: setting(z.boolean(), true, {
    editable: true,
    inBackups: true,
    shown: {
      section: 'Preferences',
      name: 'Single-key shortcuts',
      words: 'J and K, G then R, 1 to 4 and others. Press ? to see them all.',
    },
  }),
  /** The user's consent to weaker token storage on a computer without a key store. */
  weakStorageAllowed: setting(z.boolean(), false, {
    editable: true,
    shown: {
      name: 'Store sign-in with weaker protection',
      words:
        'Callboard found no key store. Without this, you sign in again after each start. Keys that keep erased numbers blocked stay either way.',
    },
    policy: {
      path: 'weak_storage',
      about:
        'Whether sign-ins may be stored with weaker protection on computers without a key store. False: they are kept in memory until Callboard quits.',
      example: false,
      strict: false,
      guarded: true,
    },
  }),
  /** Delay before sending in which a submission can be undone, seconds. */
  undoSeconds: setting(z.literal(UNDO_SECONDS), 5, {
    editable: true,
    inBackups: true,
    shown: {
      section: 'Preferences',
      name: 'Undo window',
      words:
        'How long a new submission waits before it is sent, so that you can take it back. More than ten at once wait for at least 30 seconds, even with Off.',
      values: {
        list: true,
        choices: UNDO_SECONDS.map((value) => ({ value, label: value === 0 ? 'Off' : `${value} seconds` })),
      },
    },
    policy: {
      path: 'undo_seconds',
      about:
        'How long people can undo a submission before it is sent, in seconds. 0: not at all. More than ten at once can always be undone for at least 30 seconds.',
      example: 15,
    },
  }),
  /** Days in which a called number counts as a duplicate; 0: only while it is in the Outbox. */
  duplicateDays: setting(duplicateDays, 30, {
    editable: true,
    inBackups: true,
    shown: {
      section: 'Preferences',
      name: 'Duplicate check',
      words:
        'Callboard asks before it submits a phone number again within this many days, in this workspace or another of the same service. With 0, it only checks the Outbox.',
      values: { unit: ' days' },
    },
    policy: {
      path: 'duplicate_days',
      about:
        'Callboard asks before it submits the same phone number again within this many days. 0: only while it is in the Outbox.',
      example: 90,
    },
  }),
  /** Concurrent create calls. */
  queueConcurrency: setting(z.int().min(1).max(16), 4, {
    editable: true,
    inBackups: true,
    shown: {
      section: 'Advanced',
      name: 'Submissions at a time',
      words: 'How many to send to the service at the same time.',
      values: { unit: '' },
    },
    policy: {
      path: 'queue_concurrency',
      about: 'How many submissions are sent at the same time.',
      example: 4,
    },
  }),
  /** Budget of automatic status reads per minute. */
  refreshesPerMinute: setting(z.int().min(1).max(600), 60, {
    editable: true,
    inBackups: true,
    shown: {
      section: 'Advanced',
      name: 'Status checks per minute',
      words: 'The most status checks that Callboard makes automatically. Refresh always works.',
      values: { unit: '' },
    },
    policy: {
      path: 'refreshes_per_minute',
      about: 'The maximum number of automatic status checks per minute.',
      example: 60,
    },
  }),
  /** Days after the last change until finished requests are erased; 0: never automatically. */
  retentionDays: setting(retentionDays, 0, {
    editable: true,
    shown: {
      name: 'Erase finished requests',
      words:
        'Completed requests with all their data, refused and discarded submissions, and rows of imported files that were never queued, this long after their last change. Never anything that is waiting, needs a decision or is not completed, and nothing under legal hold.',
      values: { unit: ' days after their last change', zero: 'Never' },
    },
    policy: {
      path: 'retention_days',
      about:
        'Finished requests are erased this many days after their last change, and people can not change it. 0: never.',
      example: 365,
      // An unreadable policy must not cause anything to be erased.
      strict: 0,
    },
  }),
  updateMode: setting(z.enum(UPDATE_MODES), 'automatic', {
    editable: true,
    shown: {
      section: 'Update settings',
      name: 'Look for newer versions',
      fullName: 'Updates',
      words: 'Automatic also downloads them. You always decide when to install.',
      values: {
        choices: [
          { value: 'off', label: 'Off' },
          { value: 'manual', label: 'When I ask' },
          { value: 'automatic', label: 'Automatic' },
        ],
      },
    },
    policy: {
      path: 'updates.mode',
      about: 'Whether Callboard checks for updates: never, on request, or automatically.',
      example: 'off',
      guarded: true,
    },
  }),
  updateChannel: setting(z.enum(UPDATE_CHANNELS), 'stable', {
    editable: true,
    shown: {
      section: 'Update settings',
      name: 'Versions',
      fullName: 'Update channel',
      words: 'Beta versions come earlier and are less tested. Callboard never goes back to an older version.',
      values: {
        choices: [
          { value: 'stable', label: 'Stable' },
          { value: 'beta', label: 'Beta' },
        ],
      },
    },
    policy: {
      path: 'updates.channel',
      about: 'Which updates Callboard checks for: stable versions only, or beta versions too.',
      example: 'stable',
      guarded: true,
    },
  }),
  // Changed only on the Network page, which validates the proxy's settings together.
  proxyMode: setting(z.enum(PROXY_MODES), 'system', {
    shown: {
      name: 'Proxy',
      values: {
        choices: [
          { value: 'system', label: 'This computer’s settings' },
          { value: 'manual', label: 'A proxy' },
          { value: 'none', label: 'None' },
        ],
      },
    },
    policy: {
      path: 'proxy.mode',
      about: "Whether Callboard uses the computer's proxy settings, this policy's proxy, or no proxy.",
      example: 'manual',
    },
  }),
  proxyAddress: setting(proxyAddress, '', {
    shown: { name: 'Proxy address', values: { none: 'None' } },
    policy: {
      path: 'proxy.address',
      about: 'The proxy in manual mode, such as proxy.example.com:8080.',
      example: 'proxy.example.com:8080',
    },
  }),
  proxyBypass: setting(proxyBypass, '', {
    shown: { name: 'No proxy for', values: { none: 'Nothing' } },
    policy: {
      path: 'proxy.bypass',
      about: 'Addresses that bypass the proxy in manual mode.',
      example: 'intranet.example.com',
    },
  }),
  /** A file of additional trusted CA certificates. */
  certificateFile: setting(z.string().nullable(), null, {
    shown: { name: 'Certificate file', values: { none: 'None' } },
    policy: {
      path: 'certificate_file',
      about: "The path of a PEM file with certificate authorities to trust in addition to the computer's.",
      example: '/etc/ssl/certs/example-ca.pem',
      onMac: '/Library/Callboard/example-ca.pem',
    },
  }),
  notifyCompleted: setting(z.boolean(), true, {
    editable: true,
    shown: {
      section: 'Notify about',
      name: 'Completed screenings',
      fullName: 'Notify about completed screenings',
      words: 'A request is completed and its results are available.',
    },
    policy: {
      path: 'notifications.completed',
      about: 'Whether to notify people when all results of a request are available.',
      example: true,
    },
  }),
  notifyRejected: setting(z.boolean(), true, {
    editable: true,
    shown: {
      section: 'Notify about',
      name: 'Refused submissions',
      fullName: 'Notify about refused submissions',
      words: 'The service refused a submission.',
    },
    policy: {
      path: 'notifications.rejected',
      about: 'Whether to notify people when the service refuses a submission.',
      example: true,
    },
  }),
  /** Unconfirmed submissions, and those held for a person. */
  notifyDecisions: setting(z.boolean(), true, {
    editable: true,
    shown: {
      section: 'Notify about',
      name: 'Decisions',
      fullName: 'Notify about decisions',
      words:
        'A submission may or may not have arrived, is on hold until you act, or a colleague made one, too.',
    },
    policy: {
      path: 'notifications.decisions',
      about: 'Whether to notify people when a submission needs a decision.',
      example: true,
    },
  }),
  notifySignedOut: setting(z.boolean(), true, {
    editable: true,
    shown: {
      section: 'Notify about',
      name: 'Ended sign-ins',
      fullName: 'Notify about ended sign-ins',
      words: 'The service asks you to sign in again. Nothing is sent until then.',
    },
    policy: {
      path: 'notifications.signed_out',
      about: 'Whether to notify people when a sign-in has ended.',
      example: true,
    },
  }),
  /** `unlocked`: only while the screen is known not to be locked. */
  notificationNames: setting(z.enum(['never', 'unlocked', 'always']), 'unlocked', {
    editable: true,
    shown: {
      section: 'Privacy',
      name: 'Name candidates',
      fullName: 'Names in notifications',
      words: 'Without names, notifications say what happened but not to whom.',
      values: {
        choices: [
          { value: 'never', label: 'Never' },
          { value: 'unlocked', label: 'While unlocked' },
          { value: 'always', label: 'Always' },
        ],
      },
    },
    policy: {
      path: 'notifications.names',
      about: 'When notifications name candidates: never, while the screen is unlocked, or always.',
      example: 'never',
    },
  }),
  /** An icon in the system tray or menu bar. */
  trayIcon: setting(z.boolean(), false, { editable: true }),
  /** Closing the window hides it to the tray. Not on macOS, where apps keep running without a window anyway. */
  closeToTray: setting(z.boolean(), false, { editable: true }),
  /** Automatic backups that are kept; the next one deletes older ones. */
  backupsKept: setting(z.int().min(1).max(MAX_BACKUPS_KEPT), 7, { editable: true }),

  // The app's own state.
  currentWorkspaceId: setting(z.string().nullable(), null, {}),
  /** Nothing is sent automatically while true. */
  queuePaused: setting(z.boolean(), false, {}),
  /** What the last readable policy said that stays in force while the current one is unreadable. */
  lastPolicy: setting(lastPolicy.catch(NO_LAST_POLICY), NO_LAST_POLICY, {}),
  /** When and where the last backup was made. */
  lastBackup: setting(z.object({ at: z.int(), path: z.string() }).nullable(), null, {}),
  /** When the person last dismissed the backup reminder, UTC ms. */
  backupReminderAt: setting(z.int().nullable(), null, {}),
  /** A backup every day; turned on together with its passphrase. */
  automaticBackups: setting(z.boolean(), false, {}),
  /** Chosen in main's dialog. */
  backupFolder: setting(z.string().nullable(), null, {}),
  lastAutomaticBackup: setting(automaticBackupFile.nullable(), null, {}),
  /** The automatic backups that were written and not deleted, in order of writing; no other file is ever deleted. */
  automaticBackupFiles: setting(z.array(automaticBackupFile), [], {}),
  /** Columns of Tracked requests by workspace id; an invalid arrangement is dropped without affecting the others. */
  gridLayouts: setting(z.record(z.string(), gridLayout.catch(NO_LAYOUT)), {}, { inBackups: true }),
};

type Table = typeof SETTINGS;
export type SettingName = keyof Table;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

type SettingValue = string | number | boolean | null;
export type ShownValues = Values<SettingValue>;

/** A setting, whichever it is. */
export type Setting = { readonly schema: z.ZodType; readonly initial: unknown } & Description<SettingValue>;

/** Its descriptor. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

/** The user's settings. The settings file is validated with this schema. */
export const settings = z.object(
  Object.fromEntries(
    SETTING_NAMES.map((name) => [name, settingOf(name).schema.default(settingOf(name).initial)]),
  ) as { [Name in SettingName]: z.ZodDefault<Table[Name]['schema']> },
);
export type Settings = z.output<typeof settings>;

type EditableName = {
  [Name in SettingName]: Table[Name] extends { editable: true } ? Name : never;
}[SettingName];

/** The settings that the Settings page may change, without defaults. */
export const editableSettings = z.object(
  Object.fromEntries(
    SETTING_NAMES.filter((name) => settingOf(name).editable).map((name) => [
      name,
      settingOf(name).schema.optional(),
    ]),
  ) as { [Name in EditableName]: z.ZodOptional<Table[Name]['schema']> },
);

/** A partial change; undefined leaves a setting unchanged. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Parses stored settings; never throws. Each invalid value falls back to its default. */
export function readSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const whole = readSafely(settings, stored);
  if (whole.success) return whole.data;
  const fitting = SETTING_NAMES.filter(
    (name) => Object.hasOwn(stored, name) && readSafely(SETTINGS[name].schema, stored[name]).success,
  );
  return settings.parse(Object.fromEntries(fitting.map((name) => [name, stored[name]])));
}
