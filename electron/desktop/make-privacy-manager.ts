import { app } from 'electron';
import { withoutUnpinned } from '../../shared/grid-layout.ts';
import type { ColumnLayouts } from '../privacy/ports.ts';
import { PrivacyManager, type PrivacyManagerOptions } from '../privacy/privacy-manager.ts';
import type { Stores } from '../storage/storage.ts';
import { accountName } from './account-name.ts';
import { practiceTracesEraser } from './practice-host.ts';
import type { SettingsStore } from './settings-store.ts';

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
  'rights',
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

/** The grid's column layouts, stored in the settings file. */
export function columnLayouts(settings: Pick<SettingsStore, 'read' | 'change'>): ColumnLayouts {
  return {
    keepOnly: (pinned) => {
      const before = settings.read().gridLayouts;
      const gridLayouts = Object.fromEntries(
        Object.entries(before)
          .filter(([workspaceId]) => Object.hasOwn(pinned, workspaceId))
          .map(([workspaceId, layout]) => [workspaceId, withoutUnpinned(layout, pinned[workspaceId] ?? [])]),
      );
      if (JSON.stringify(gridLayouts) !== JSON.stringify(before)) settings.change({ gridLayouts });
    },
  };
}
