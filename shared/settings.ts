import { z } from 'zod';
import { gridLayout } from './grid-layout.ts';
import { PROXY_MODES, proxyAddress, proxyBypass } from './network.ts';
import { NO_LAYOUT } from './no-layout.ts';
import { notificationSettings } from './notifications.ts';
import { RETENTION_DAYS } from './privacy.ts';
import { readSafely } from './read-safely.ts';
import { UPDATE_CHANNELS, UPDATE_MODES } from './updates.ts';

/** The undo windows to choose from, seconds; 0 is none. */
export const UNDO_SECONDS = [0, 5, 15, 30, 60] as const;

/** The settings a person changes on the Settings page, without defaults: what is left out stays as it is. */
const editable = {
  /** Creates on their way at the same time. */
  queueConcurrency: z.int().min(1).max(16),
  /** Status reads per minute that tracking may use by itself. */
  refreshesPerMinute: z.int().min(1).max(600),
  /** How long a submission can be taken back before it is sent, seconds. */
  undoSeconds: z.literal(UNDO_SECONDS),
  /** A phone number that may have been called within so many days counts as a duplicate; 0: only while it is in the Outbox. */
  duplicateDays: z.int().min(0).max(3650),
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** Shortcuts of single keys, such as J and K (WCAG 2.1.4: they can be turned off). */
  singleKeyShortcuts: z.boolean(),
  /** Finished requests are erased so many days after their last change; 0: never by themselves. */
  retentionDays: z.literal(RETENTION_DAYS),
  /** The user's answer to "store the sign-in with weaker protection?" on a computer without a key store. */
  weakStorageAllowed: z.boolean(),
  ...notificationSettings,
  /** An icon beside the clock, or in the menu bar. */
  trayIcon: z.boolean(),
  /** Closing the window hides it; the icon brings it back. Not on macOS, where apps go on without a window anyway. */
  closeToTray: z.boolean(),
  /** Whether newer versions of Callboard are looked for. */
  updateMode: z.enum(UPDATE_MODES),
  updateChannel: z.enum(UPDATE_CHANNELS),
};

const lastPolicy = z.object({
  /** The workspaces that it set. */
  managedWorkspaceIds: z.array(z.string()),
  /** Whether others sent nothing. */
  onlyItsOwn: z.boolean(),
  practiceHeld: z.boolean(),
});
export type LastPolicy = z.output<typeof lastPolicy>;
const NO_LAST_POLICY: LastPolicy = { managedWorkspaceIds: [], onlyItsOwn: false, practiceHeld: false };

/** Settings of this computer's user; the file is checked against this, and unknown or bad values fall back. */
export const settings = z.object({
  currentWorkspaceId: z.string().nullable().default(null),
  /** Nothing is sent by itself while true. */
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
  notificationNames: editable.notificationNames.default(true),
  quietHours: editable.quietHours.default({ enabled: false, from: '19:00', until: '07:30' }),
  digest: editable.digest.default('off'),
  digestAt: editable.digestAt.default('17:00'),
  trayIcon: editable.trayIcon.default(false),
  closeToTray: editable.closeToTray.default(false),
  updateMode: editable.updateMode.default('automatic'),
  updateChannel: editable.updateChannel.default('stable'),
  /** How services are reached; changed on the Network page alone, where they are checked together. */
  proxyMode: z.enum(PROXY_MODES).default('system'),
  proxyAddress: proxyAddress.default(''),
  proxyBypass: proxyBypass.default(''),
  /** A file of certificate authorities that hold besides the computer's own. */
  certificateFile: z.string().nullable().default(null),
  /** What the last policy that could be read said of the workspaces: it goes on where the next one cannot be read. */
  lastPolicy: lastPolicy.default(NO_LAST_POLICY).catch(NO_LAST_POLICY),
  /** When and where the last backup was made. */
  lastBackup: z.object({ at: z.int(), path: z.string() }).nullable().default(null),
  /** When the person last wanted no reminder of a backup, UTC ms. */
  backupReminderAt: z.int().nullable().default(null),
  /** The columns of Tracked requests, by workspace id; an arrangement that does not fit is dropped alone. */
  gridLayouts: z.record(z.string(), gridLayout.catch(NO_LAYOUT)).default({}),
});
export type Settings = z.output<typeof settings>;

/** Some of them to change. */
export const editableSettings = z.object(editable).partial();
export type EditableSettings = z.input<typeof editableSettings>;

/** Some settings to change; undefined leaves one as it is. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Settings as they were stored. Values that do not fit fall back to their defaults, one by one; throws nothing. */
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
