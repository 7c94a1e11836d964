import { EventEmitter } from 'node:events';
import { openTokenConnection } from '../auth/token-request.ts';
import { followStorage } from '../desktop/follow-storage.ts';
import { KeyStore } from '../desktop/key-store.ts';
import { readPolicy } from '../desktop/policy-sources/read-policy.ts';
import { saveFile } from '../desktop/save-file.ts';
import { SealedSecrets } from '../desktop/sealed-secrets.ts';
import { trackSleep } from '../desktop/sleep.ts';
import { makeNetwork } from '../desktop/start-network.ts';
import { NumberKeys } from '../do-not-call/number-keys.ts';
import { exportRecorder } from '../evidence/export-recorder.ts';
import { ImportActivity } from '../imports/import-activity.ts';
import { meaningOverlay } from '../policy/meaning-overlay.ts';
import { policyVerdictMode } from '../policy/rules-overlay.ts';
import { SendingLock } from '../updates/sending-lock.ts';
import type { AppWorkOptions, WorkEvents } from './app-work.ts';

/** The parts that need no others: the policy, the key store, the network, and whether sending is held. */
export async function startBase({ storage, settings, window, logs }: AppWorkOptions) {
  const events = new EventEmitter<WorkEvents>();
  const policy = await readPolicy(settings.read().lastPolicy.place);
  settings.setOverlay(() => policy.policy);
  const meaning = () =>
    meaningOverlay(policy.policy.questionnaires, settings.read().lastPolicy.questionnaires);
  const coverByPolicy = async (): Promise<void> => {
    const { setPolicyMode, setPolicyMeaning } = storage.stores.rules;
    const mode = policyVerdictMode(policy.policy.rules, settings.read().lastPolicy.rules);
    await Promise.all([setPolicyMode(mode), setPolicyMeaning(meaning())]);
  };
  // Before anything is answered. Later, operations run in order, so it holds for every query that is sent after it.
  await coverByPolicy();
  followStorage(storage, {
    settings,
    onChange: () => window.notifyChange({ topic: 'app' }),
    onTrouble: logs.report,
  });
  // One for all: the key store asks a person once, whatever waits for it.
  const keyStore = new KeyStore();
  const protection = {
    keyStore,
    weakAllowed: () => settings.read().weakStorageAllowed,
    onTrouble: logs.report,
  };
  const secrets = new SealedSecrets({ rows: storage.stores.secrets, ...protection });
  const appSecrets = new SealedSecrets({ rows: storage.stores.appSecrets, ...protection });
  const network = makeNetwork({
    rows: storage.stores.proxySecrets,
    settings: () => settings.read(),
    ...protection,
  });
  return {
    events,
    policy,
    coverByPolicy,
    meaning,
    keyStore,
    secrets,
    appSecrets,
    ...network,
    tokenConnection: openTokenConnection(network.network),
    numberKeys: new NumberKeys({
      store: storage.stores.doNotCall,
      secrets: appSecrets,
      onKeys: () => events.emit('numberKeys'),
      onTrouble: logs.report,
    }),
    sleep: trackSleep(() => events.emit('resumed')),
    hold: new SendingLock(() => events.emit('sendingReleased')),
    importActivity: new ImportActivity(),
    exportFile: exportRecorder({
      saveFile,
      allowed: () => policy.policy.exportsAllowed,
      append: (event) => storage.stores.evidence.append(event),
    }),
  };
}

export type Base = Awaited<ReturnType<typeof startBase>>;
