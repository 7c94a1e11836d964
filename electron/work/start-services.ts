import { selfUpdates } from '../desktop/app-updater.ts';
import { makePrivacyManager } from '../desktop/make-privacy-manager.ts';
import { startBackups } from '../desktop/start-backups.ts';
import { StateLog } from '../diagnostics/state-log.ts';
import { floorOf, floorToTell } from '../policy/judge-retention.ts';
import type { AppWorkOptions } from './app-work.ts';
import type { Workspaces } from './connect-workspaces.ts';
import type { Base } from './start-base.ts';

/** Everything that restoring a backup may change. */
const RESTORED_TOPICS = [
  'app',
  'settings',
  'requests',
  'outbox',
  'library',
  'backup',
  'do_not_call',
  'rights',
  'holds',
] as const;

/** The parts that look after the whole: updates, diagnostics, erasure, backups. */
export async function startServices(options: AppWorkOptions, base: Base, { workspaces }: Workspaces) {
  const { userData, database, storage, settings, window, logs, endWork } = options;
  const { events, policy, secrets, appSecrets, numberKeys, credentials, tokenConnection, hold } = base;
  const { importActivity, exportFile } = base;
  const { report } = logs;
  const updates = selfUpdates({
    settings: () => settings.read(),
    proxyCredentials: credentials,
    sending: () => workspaces.open.sendingCount(),
    imports: importActivity,
    hold,
    endWork,
    onChange: () => events.emit('change', { topic: 'updates' }),
    onTrouble: report,
  });
  const stateLog = new StateLog(logs.log.event, () => ({
    workspaces: workspaces.open.all,
    settings: settings.read(),
    policy: policy.state,
    update: updates.state.step,
  }));
  events.on('change', stateLog.changed);
  const diagnostics = logs.diagnostics({
    databaseName: database,
    damageFound: () => storage.damaged(),
    keeping: () => secrets.keeping(),
    settings: () => settings.read(),
    policy: () => policy.state,
    workspaces: () => workspaces.open.all,
    currentWorkspace: () => workspaces.open.current?.workspace,
    connection: tokenConnection,
  });
  const privacy = makePrivacyManager({
    userData,
    stores: storage.stores,
    settings,
    numberKeys,
    deleteCrashDumps: () => diagnostics.deleteCrashDumps(null),
    clockAheadMs: () => diagnostics.clockAheadMs(),
    floorDays: () => floorOf(policy.policy.retention),
    personFloorDays: () => floorToTell(policy.policy.retention, settings.read().lastPolicy.atLeastDays),
    beforeErasing: () => backups.makeWay(),
    onBlocked: () => void events.emit('doNotCall'),
    onChange: (topic) => window.notifyChange({ topic }),
    onTrouble: report,
  });
  const { backups, automaticBackups } = await startBackups({
    userData,
    database,
    workerFile: new URL('./backup-worker.js', import.meta.url),
    stores: storage.stores,
    secrets: appSecrets,
    exportFile,
    numberKeys,
    settings,
    fixedSettings: () => policy.state.managed,
    atRest: (run) => workspaces.whileClosed(run),
    onChange: () => window.notifyChange({ topic: 'backup' }),
    onRestored: () => {
      for (const topic of RESTORED_TOPICS) window.notifyChange({ topic });
    },
    onTrouble: report,
  });
  events.on('resumed', () => automaticBackups.runIfDue());
  return { updates, stateLog, diagnostics, privacy, backups, automaticBackups };
}

export type Services = Awaited<ReturnType<typeof startServices>>;
