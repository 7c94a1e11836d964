import { z } from 'zod';
import { automaticBackupFile, MAX_BACKUPS_KEPT } from './backup.ts';
import { gridLayout } from './grid-layout.ts';
import { PROXY_MODES, proxyAddress, proxyBypass } from './network.ts';
import { NO_LAYOUT } from './no-layout.ts';
import { notificationSettings } from './notifications.ts';
import { retentionDays } from './privacy.ts';
import { readSafely } from './read-safely.ts';
import { UPDATE_CHANNELS, UPDATE_MODES } from './updates.ts';

/** Available undo windows, seconds; 0 is none. */
export const UNDO_SECONDS = [0, 5, 15, 30, 60] as const;

/** The settings on the Settings page, without defaults. */
const editable = {
  /** Concurrent create calls. */
  queueConcurrency: z.int().min(1).max(16),
  /** Budget of automatic status reads per minute. */
  refreshesPerMinute: z.int().min(1).max(600),
  /** Delay before sending in which a submission can be undone, seconds. */
  undoSeconds: z.literal(UNDO_SECONDS),
  /** Days in which a called number counts as a duplicate; 0: only while it is in the Outbox. */
  duplicateDays: z.int().min(0).max(3650),
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** Single-key shortcuts such as J and K (WCAG 2.1.4: must be possible to turn off). */
  singleKeyShortcuts: z.boolean(),
  /** Days after the last change until finished requests are erased; 0: never automatically. */
  retentionDays,
  /** The user's consent to weaker token storage on a computer without a key store. */
  weakStorageAllowed: z.boolean(),
  ...notificationSettings,
  /** An icon in the system tray or menu bar. */
  trayIcon: z.boolean(),
  /** Closing the window hides it to the tray. Not on macOS, where apps keep running without a window anyway. */
  closeToTray: z.boolean(),
  updateMode: z.enum(UPDATE_MODES),
  updateChannel: z.enum(UPDATE_CHANNELS),
  /** Automatic backups that are kept; the next one deletes older ones. */
  backupsKept: z.int().min(1).max(MAX_BACKUPS_KEPT),
};

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
  duplicateDays: editable.duplicateDays.nullable(),
  /** Its floor for what is erased; 0 without one. */
  atLeastDays: editable.retentionDays,
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
};

/** The user's settings. The settings file is validated with this schema. */
export const settings = z.object({
  currentWorkspaceId: z.string().nullable().default(null),
  /** Nothing is sent automatically while true. */
  queuePaused: z.boolean().default(false),
  queueConcurrency: editable.queueConcurrency.default(4),
  refreshesPerMinute: editable.refreshesPerMinute.default(60),
  undoSeconds: editable.undoSeconds.default(5),
  duplicateDays: editable.duplicateDays.default(30),
  colorScheme: editable.colorScheme.default('auto'),
  singleKeyShortcuts: editable.singleKeyShortcuts.default(true),
  retentionDays: editable.retentionDays.default(0),
  weakStorageAllowed: editable.weakStorageAllowed.default(false),
  notifyCompleted: editable.notifyCompleted.default(true),
  notifyRejected: editable.notifyRejected.default(true),
  notifyDecisions: editable.notifyDecisions.default(true),
  notifySignedOut: editable.notifySignedOut.default(true),
  notificationNames: editable.notificationNames.default('unlocked'),
  trayIcon: editable.trayIcon.default(false),
  closeToTray: editable.closeToTray.default(false),
  updateMode: editable.updateMode.default('automatic'),
  updateChannel: editable.updateChannel.default('stable'),
  /** Proxy settings; changed only on the Network page, which validates them together. */
  proxyMode: z.enum(PROXY_MODES).default('system'),
  proxyAddress: proxyAddress.default(''),
  proxyBypass: proxyBypass.default(''),
  /** A file of additional trusted CA certificates. */
  certificateFile: z.string().nullable().default(null),
  /** What the last readable policy said that stays in force while the current one is unreadable. */
  lastPolicy: lastPolicy.default(NO_LAST_POLICY).catch(NO_LAST_POLICY),
  /** When and where the last backup was made. */
  lastBackup: z.object({ at: z.int(), path: z.string() }).nullable().default(null),
  /** When the person last dismissed the backup reminder, UTC ms. */
  backupReminderAt: z.int().nullable().default(null),
  /** A backup every day; turned on together with its passphrase. */
  automaticBackups: z.boolean().default(false),
  /** Chosen in main's dialog. */
  backupFolder: z.string().nullable().default(null),
  backupsKept: editable.backupsKept.default(7),
  lastAutomaticBackup: automaticBackupFile.nullable().default(null),
  /** The automatic backups that were written and not deleted, in order of writing; no other file is ever deleted. */
  automaticBackupFiles: z.array(automaticBackupFile).default([]),
  /** Columns of Tracked requests by workspace id; an invalid arrangement is dropped without affecting the others. */
  gridLayouts: z.record(z.string(), gridLayout.catch(NO_LAYOUT)).default({}),
});
export type Settings = z.output<typeof settings>;

export const editableSettings = z.object(editable).partial();
export type EditableSettings = z.input<typeof editableSettings>;

/** A partial change; undefined leaves a setting unchanged. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Parses stored settings; never throws. Each invalid value falls back to its default. */
export function readSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const whole = readSafely(settings, stored);
  if (whole.success) return whole.data;
  const fields: Readonly<Record<string, z.ZodType>> = settings.shape;
  const fitting = Object.entries(stored).filter(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && readSafely(field, value).success;
  });
  return settings.parse(Object.fromEntries(fitting));
}
