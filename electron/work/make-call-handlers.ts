import type { Handlers } from '../../shared/ipc/contract.ts';
import { localDay } from '../../shared/local-day.ts';
import { DUE_SOON_DAYS, daysAfter } from '../../shared/rights.ts';
import { accountName } from '../desktop/account-name.ts';
import { setStartAtLogin } from '../desktop/login/start-at-login.ts';
import { makeSignInCheck } from '../desktop/make-sign-in-check.ts';
import { printReport } from '../desktop/print-report.ts';
import { saveFile } from '../desktop/save-file.ts';
import { openSavedFile, showSavedFile } from '../desktop/saved-files.ts';
import { storageNotice } from '../desktop/storage-opening.ts';
import { systemBrowser } from '../desktop/system-browser.ts';
import { makeHandlers } from '../ipc/handlers.ts';
import type { AppWorkOptions } from './app-work.ts';
import type { Work } from './running-work.ts';

/** The handlers of the window's calls. */
export function makeCallHandlers(options: AppWorkOptions, work: Work): Handlers {
  const { version, userData, storage, settings, window } = options;
  const {
    policy,
    meaning,
    policyList,
    keyStore,
    numberKeys,
    network,
    networkManager,
    tokenConnection,
    surfaces,
  } = work;
  return makeHandlers({
    ...work,
    stores: storage.stores,
    settings,
    shellState: async () => ({
      version,
      keyStore: await keyStore.state(),
      weakStorageAllowed: settings.read().weakStorageAllowed,
      storageNotice: storageNotice(storage, settings.putAside, userData),
      paused: settings.read().queuePaused,
      doNotCallLocked: policyList.isHeld ? 'policy_file' : await numberKeys.locked(),
      rightsDue: await storage.stores.rights.countDue(daysAfter(localDay(Date.now()), DUE_SOON_DAYS)),
      policy: {
        ...policy.state,
        // With those of an earlier policy, where this one can't be read.
        questionnaires: meaning().described.map(({ id }) => id),
        problems: [...policy.state.problems, ...policyList.problems],
      },
    }),
    network: networkManager,
    signInCheck: makeSignInCheck(network, tokenConnection),
    desktop: {
      state: () => surfaces.state(),
      setStartAtLogin,
      openSaved: openSavedFile,
      showSaved: showSavedFile,
    },
    openInBrowser: (address) => systemBrowser.open(address),
    saveFile,
    printReport,
    onChange: (notice) => window.notifyChange(notice),
    account: accountName(),
  });
}
