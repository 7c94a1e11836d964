import { accountName } from '../desktop/account-name.ts';
import { chooseCertificateFile } from '../desktop/choose-certificate-file.ts';
import { practiceHost } from '../desktop/practice-host.ts';
import { systemBrowser } from '../desktop/system-browser.ts';
import { DoNotCallList } from '../do-not-call/do-not-call-list.ts';
import { PolicyList } from '../do-not-call/policy-list.ts';
import { NetworkManager } from '../network/network-manager.ts';
import { HoldKeeper } from '../privacy/hold-keeper.ts';
import { HolidayCalendar } from '../submissions/calling-hours/holidays/holiday-calendar.ts';
import { workerHolidaySource } from '../submissions/calling-hours/holidays/holiday-source.ts';
import { WorkspaceManager } from '../workspaces/workspace-manager.ts';
import type { AppWorkOptions } from './app-work.ts';
import type { Base } from './start-base.ts';

/** The workspaces, and the network settings. */
export function connectWorkspaces(options: AppWorkOptions, base: Base) {
  const { connectivity, userData, storage, settings, window, logs } = options;
  const { events, policy, secrets, numberKeys, network, credentials, tokenConnection, sleep, hold } = base;
  const workspaces = new WorkspaceManager({
    stores: storage.stores,
    secrets,
    browser: systemBrowser,
    tokenConnection,
    connectivity,
    isWindowShown: () => window.isShown,
    network,
    practice: practiceHost(userData),
    isBeingListed: (phoneNumber) =>
      doNotCall.isBeingAdded(phoneNumber) || policyList.isBeingAdded(phoneNumber),
    holidays: new HolidayCalendar({
      source: workerHolidaySource(new URL('./holiday-worker.js', import.meta.url)),
      onKnown: () => void workspaces.open.judgeAgain().catch(logs.report),
      onTrouble: logs.report,
    }),
    settings: () => settings.read(),
    // During sleep, sending is paused: calls in progress end with whatever comes back, and nothing new starts.
    isHeld: () => sleep.asleep || hold.active || policyList.isHeld,
    policy: {
      policy: () => policy.policy,
      place: () => policy.state.source,
      last: () => settings.read().lastPolicy,
      remember: (lastPolicy) => void settings.change({ lastPolicy }),
    },
    selectWorkspace: (id) => void settings.change({ currentWorkspaceId: id }),
    onChange: (notice) => events.emit('change', notice),
    onReturned: (workspaceId, signedIn) => window.send({ kind: 'workspace', workspaceId, signedIn }),
    onNotifiable: (notifiable) => events.emit('notifiable', notifiable),
    onTrouble: logs.report,
  });
  const doNotCall = new DoNotCallList({
    store: storage.stores.doNotCall,
    account: accountName(),
    withdraw: () => workspaces.open.doNotCallChanged(),
    locked: () => numberKeys.locked(),
    onLifted: () => events.emit('numberKeys'),
    onChange: () => window.notifyChange({ topic: 'do_not_call' }),
  });
  const holds = new HoldKeeper({
    store: storage.stores.holds,
    account: accountName(),
    onChange: () => window.notifyChange({ topic: 'holds' }),
  });
  const policyList = new PolicyList({
    numbers: () => policy.policy.doNotCall,
    store: storage.stores.doNotCall,
    onApplied: () => events.emit('doNotCall'),
    onTrouble: logs.report,
  });
  events.on('change', (notice) => window.notifyChange(notice));
  events.on('resumed', () => workspaces.open.catchUp());
  events.on('sendingReleased', () => workspaces.open.wake());
  events.on('numberKeys', () => void policyList.apply().catch(logs.report));
  events.on('doNotCall', () => {
    window.notifyChange({ topic: 'app' });
    void workspaces.open.doNotCallChanged().catch(logs.report);
  });
  const networkManager = new NetworkManager({
    network,
    credentials,
    settings,
    workspaces: async () => (await workspaces.open.state()).workspaces,
    chooseCertificateFile,
    onApplied: () => workspaces.open.networkChanged(),
    onChange: () => window.notifyChange({ topic: 'network' }),
  });
  const setPaused = (queuePaused: boolean): void => {
    settings.change({ queuePaused });
    window.notifyChange({ topic: 'settings' });
    workspaces.open.wake();
  };
  return { workspaces, doNotCall, holds, policyList, networkManager, setPaused };
}

export type Workspaces = ReturnType<typeof connectWorkspaces>;
