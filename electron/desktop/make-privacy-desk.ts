import { app } from 'electron';
import type { ClockReport } from '../../shared/diagnostics.ts';
import { PrivacyDesk, type PrivacyDeskOptions } from '../privacy/privacy-desk.ts';
import type { Stores } from '../storage/storage.ts';
import { columnLayouts } from './column-layouts.ts';
import { practiceTracesEraser } from './practice-host.ts';
import type { SettingsStore } from './settings-store.ts';

interface PrivacyDeskParts extends Pick<PrivacyDeskOptions, 'deleteCrashDumps' | 'onTrouble'> {
  /** This computer's clock against the service's. */
  readonly clock: () => Promise<ClockReport>;
  /** The folder of this user's data. */
  readonly userData: string;
  readonly stores: Pick<Stores, 'erasures' | 'retention'>;
  readonly settings: Pick<SettingsStore, 'read' | 'change'>;
  readonly onChange: (topic: (typeof TOPICS)[number]) => void;
}

/** Whatever may show something of what was erased. */
const TOPICS = ['privacy', 'app', 'outbox', 'requests', 'library', 'settings'] as const;

/** What erases persons and what is old, over the database and the practice service's store. */
export function makePrivacyDesk({
  userData,
  stores,
  settings,
  clock,
  onChange,
  ...options
}: PrivacyDeskParts): PrivacyDesk {
  return new PrivacyDesk({
    ...options,
    folder: userData,
    erasures: stores.erasures,
    retention: stores.retention,
    practice: practiceTracesEraser(userData),
    version: app.getVersion(),
    clockAheadMs: async () => {
      const report = await clock();
      return 'aheadMs' in report ? report.aheadMs : undefined;
    },
    layouts: columnLayouts(settings),
    retentionDays: () => settings.read().retentionDays,
    onChange: () => {
      for (const topic of TOPICS) onChange(topic);
    },
  });
}
