import { app } from 'electron';
import { PrivacyManager, type PrivacyManagerOptions } from '../privacy/privacy-manager.ts';
import type { Stores } from '../storage/stores/index.ts';
import { practiceTracesEraser } from './practice-host.ts';
import { columnLayouts, type SettingsStore } from './settings-store.ts';
import { accountName } from './system-browser.ts';

interface PrivacyManagerParts
  extends Pick<
    PrivacyManagerOptions,
    | 'clockAheadMs'
    | 'floorDays'
    | 'personFloorDays'
    | 'deleteCrashDumps'
    | 'beforeErasing'
    | 'numberKeys'
    | 'onBlocked'
    | 'onTrouble'
  > {
  readonly userData: string;
  readonly stores: Pick<Stores, 'erasures' | 'retention'>;
  readonly settings: Pick<SettingsStore, 'read' | 'change'>;
  readonly onChange: (topic: (typeof TOPICS)[number]) => void;
}

/** Topics whose views may still show erased data. */
const TOPICS = [
  'privacy',
  'app',
  'outbox',
  'requests',
  'library',
  'settings',
  'backup',
  'do_not_call',
  'holds',
] as const;

/** Erases people and expired data in the database and the practice service's store. */
export function makePrivacyManager({
  userData,
  stores,
  settings,
  onChange,
  ...options
}: PrivacyManagerParts): PrivacyManager {
  return new PrivacyManager({
    ...options,
    folder: userData,
    account: accountName(),
    erasures: stores.erasures,
    retention: stores.retention,
    practice: practiceTracesEraser(userData),
    version: app.getVersion(),
    layouts: columnLayouts(settings),
    retentionDays: () => settings.read().retentionDays,
    onChange: () => {
      for (const topic of TOPICS) onChange(topic);
    },
  });
}
