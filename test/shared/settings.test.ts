import { expect, test } from 'vitest';
import { editableSettings, readSettings, SETTING_NAMES, settingOf, settings } from '../../shared/settings.ts';

test('the default settings are careful', () => {
  expect(settings.parse({})).toEqual({
    currentWorkspaceId: null,
    queuePaused: false,
    queueConcurrency: 4,
    refreshesPerMinute: 60,
    undoSeconds: 5,
    duplicateDays: 30,
    colorScheme: 'auto',
    singleKeyShortcuts: true,
    retentionDays: 0,
    weakStorageAllowed: false,
    notifyCompleted: true,
    notifyRejected: true,
    notifyDecisions: true,
    notifySignedOut: true,
    notificationNames: 'unlocked',
    trayIcon: false,
    closeToTray: false,
    updateMode: 'automatic',
    updateChannel: 'stable',
    proxyMode: 'system',
    proxyAddress: '',
    proxyBypass: '',
    certificateFile: null,
    lastPolicy: {
      place: null,
      managedWorkspaceIds: [],
      onlyItsOwn: false,
      practiceHeld: false,
      rules: {},
      questionnaires: {},
      duplicateDays: null,
      atLeastDays: 0,
      teams: {},
    },
    lastBackup: null,
    backupReminderAt: null,
    automaticBackups: false,
    backupFolder: null,
    backupsKept: 7,
    lastAutomaticBackup: null,
    automaticBackupFiles: [],
    gridLayouts: {},
  });
});

test.each([
  { queueConcurrency: 0 },
  { queueConcurrency: 17 },
  { queueConcurrency: 2.5 },
  { refreshesPerMinute: 0 },
  { refreshesPerMinute: 601 },
  { colorScheme: 'pink' },
  { undoSeconds: 7 },
  { duplicateDays: -1 },
])('the setting %o is refused', (change) => {
  expect(editableSettings.safeParse(change).success).toBe(false);
});

test('an invalid column arrangement falls back to the default, the others stay', () => {
  const arranged = { order: ['name'], shown: { phone: false }, widths: { name: 220 } };
  const { gridLayouts } = settings.parse({ gridLayouts: { w1: arranged, w2: { widths: { name: 'wide' } } } });
  expect(gridLayouts).toEqual({ w1: arranged, w2: { order: [], shown: {}, widths: {} } });
});

test('the Settings page cannot change other settings', () => {
  expect(editableSettings.parse({ queuePaused: true, currentWorkspaceId: 'x', queueConcurrency: 8 })).toEqual(
    {
      queueConcurrency: 8,
    },
  );
});

test('any invalid value falls back to its default without affecting others', () => {
  const odd = { length: { valueOf: 1, toString: 1 } };
  for (const bad of [odd, null, 'x'.repeat(100_000), [], -1]) {
    const read = readSettings({ duplicateDays: bad, undoSeconds: 15, unknown: bad, proxyAddress: bad });
    expect(read).toMatchObject({ duplicateDays: 30, undoSeconds: 15, proxyAddress: '' });
  }
});

test('every setting that a policy may fix has a name to show, and a sample that its schema accepts', () => {
  const fixable = SETTING_NAMES.map(settingOf).filter(({ policy }) => policy);
  expect(fixable.length).toBeGreaterThan(10);
  for (const { shown, policy, schema } of fixable) {
    expect(shown?.name, policy?.path).toBeTruthy();
    for (const sample of [
      policy?.example,
      policy?.onMac ?? policy?.example,
      policy?.strict ?? policy?.example,
    ])
      expect(schema.safeParse(sample).success, policy?.path).toBe(true);
  }
});

test('every choice of a setting that is listed is one that its schema accepts', () => {
  for (const name of SETTING_NAMES) {
    const { shown, schema } = settingOf(name);
    const { values } = shown ?? {};
    const choices = values && 'choices' in values ? values.choices : [];
    for (const { value } of choices) expect(schema.safeParse(value).success, `${name}: ${value}`).toBe(true);
  }
});

test('a setting in a section of the Settings page may be changed there', () => {
  const listed = SETTING_NAMES.filter((name) => settingOf(name).shown?.section !== undefined);
  expect(Object.keys(editableSettings.shape)).toEqual(expect.arrayContaining(listed));
});
