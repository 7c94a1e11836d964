/** Builds everything behind the window, in stages: each gets the results and events ({@link WorkEvents}) of earlier ones. */

import { followPolicy } from '../desktop/policy-sources/read-policy.ts';
import { policyFacts } from '../evidence/record-policy.ts';
import type { AppWork, AppWorkOptions } from './app-work.ts';
import { connectWorkspaces, type Workspaces } from './connect-workspaces.ts';
import { followSettings } from './follow-settings.ts';
import { makeCallHandlers } from './make-call-handlers.ts';
import { runningWork } from './running-work.ts';
import { showOnDesktop } from './show-on-desktop.ts';
import { type Base, startBase } from './start-base.ts';
import { startServices } from './start-services.ts';

/** Resumes the work of earlier runs; resolves when pages can be answered. */
export async function startWork(options: AppWorkOptions): Promise<AppWork> {
  const base = await startBase(options);
  const connected = connectWorkspaces(options, base);
  const services = await startServices(options, base, connected);
  const surfaces = showOnDesktop(options, base, connected);
  followSettings(options, base, connected, services, surfaces);
  const work = { ...base, ...connected, ...services, surfaces };
  const handlers = makeCallHandlers(options, work);
  // Not awaited: operations of the storage run in order, so it comes before everything that is sent now.
  const { evidence } = options.storage.stores;
  const recordPolicy = (): Promise<void> =>
    evidence.recordPolicy(policyFacts(base.policy.policy), Date.now());
  void recordPolicy().catch(options.logs.report);
  // Before anything is sent: hashed numbers are compared with these keys, and the policy's numbers are on the list.
  await base.numberKeys.load();
  await connected.policyList.apply();
  await connected.workspaces.start();
  void whenUnlocked(options, base, connected).catch(options.logs.report);
  followPolicy(base.policy, {
    changed: () => {
      void base.coverByPolicy().catch(options.logs.report);
      void recordPolicy().catch(options.logs.report);
      options.settings.overlayChanged();
      options.window.notifyChange({ topic: 'settings' });
      // What it covers must not stay on screen.
      options.window.notifyChange({ topic: 'covering', names: true });
      return Promise.all([connected.workspaces.policyChanged(), connected.policyList.apply()]);
    },
    onTrouble: options.logs.report,
  });
  return runningWork(options, work, handlers);
}

/** Shows what the key store answered late, and lets connections use the proxies' passwords. */
async function whenUnlocked({ window }: AppWorkOptions, { keyStore }: Base, { workspaces }: Workspaces) {
  if ((await keyStore.state()) !== 'unknown') return;
  await keyStore.answered();
  window.notifyChange({ topic: 'app' });
  window.notifyChange({ topic: 'network' });
  window.notifyChange({ topic: 'backup' });
  await workspaces.open.networkChanged();
}
