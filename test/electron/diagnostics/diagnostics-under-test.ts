import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openTokenConnection } from '../../../electron/auth/token-request.ts';
import { CrashDumpFiles, DataFolder } from '../../../electron/diagnostics/data-folder.ts';
import { DatabaseChecks } from '../../../electron/diagnostics/database-checks.ts';
import { Diagnostics, type DiagnosticsOptions } from '../../../electron/diagnostics/diagnostics.ts';
import { NO_POLICY } from '../../../shared/policy.ts';
import { settings } from '../../../shared/settings.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { workerFile } from '../../worker-files.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { logUnderTest } from './log-under-test.ts';

/** Diagnostics with their own data folder and real files, log and worker threads. */
export function diagnosticsUnderTest(changes: Partial<DiagnosticsOptions> = {}, folder = temporaryFolder()) {
  const { log, folder: logFolder, written } = logUnderTest();
  const data = new DataFolder(folder, 'callboard.db');
  const crashDumps = new CrashDumpFiles(join(folder, 'crash-dumps'));
  const checks = new DatabaseChecks({
    path: data.databasePath,
    workerFile: workerFile('check-worker'),
    log: log.event,
    onTrouble: log.error,
  });
  const connection = openTokenConnection(DIRECT_NETWORK);
  onTestFinished(async () => {
    await checks.close();
    await connection.destroy();
  });
  const diagnostics = new Diagnostics({
    log,
    logFolder,
    data,
    crashDumps,
    checks,
    versions: {
      callboard: '1.2.3',
      electron: '45.4.1',
      chromium: '156.0.1',
      node: '24.21.0',
      sqlite: '3.53.4',
      system: 'Linux 6.12 (x64)',
    },
    damageFound: () => false,
    keeping: async () => 'sealed',
    sandboxIsOff: () => false,
    settings: () => settings.parse({}),
    policy: () => NO_POLICY,
    workspaces: () => [],
    currentWorkspace: () => undefined,
    connection,
    openFolder: async () => undefined,
    showFile: () => undefined,
    ...changes,
  });
  return { diagnostics, log, folder, crashDumps, written };
}
