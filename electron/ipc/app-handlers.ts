import { withoutUnpinned } from '../../shared/grid-layout.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { CodedError, fail, unwrap } from '../../shared/result.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import { readSchemaFile } from '../team/join-team.ts';
import type { HandlerContext } from './handlers.ts';

export function settingsHandlers(context: HandlerContext): Handlers['settings'] {
  return {
    get: () => context.settings.read(),
    change: (changes) => changeSettings(context, changes),
    setGridLayout: context.inWorkspace(async (_open, { workspaceId: id, ...layout }) => {
      const pinned = (await context.stores.pins.list(id)).map(({ path }) => path);
      const { gridLayouts } = context.settings.read();
      context.settings.change({ gridLayouts: { ...gridLayouts, [id]: withoutUnpinned(layout, pinned) } });
      context.onChange({ topic: 'settings' });
    }),
  };
}

/** Stores changed settings, sends change notices and wakes queues and trackers. */
export function changeSettings(
  { settings, onChange, workspaces }: HandlerContext,
  changes: SettingsChange,
): Settings {
  const changed = settings.change(changes);
  onChange({ topic: 'settings' });
  onChange({ topic: 'app' });
  workspaces.open.wake();
  return changed;
}

export function workspacesHandlers({
  workspaces,
}: Pick<HandlerContext, 'workspaces'>): Handlers['workspaces'] {
  return {
    connect: (connection) => unwrap(workspaces.connect(connection)),
    update: ({ id, ...connection }) => unwrap(workspaces.update(id, connection)),
    openPractice: () => unwrap(workspaces.openPractice()),
    select: ({ id }) => unwrap(workspaces.select(id)),
    remove: ({ id }) => unwrap(workspaces.remove(id)),
  };
}

export function sessionHandlers({ workspaces, inWorkspace }: HandlerContext): Handlers['session'] {
  return {
    signIn: inWorkspace((open) => unwrap(open.session.signIn())),
    cancel: inWorkspace(async (open) => {
      open.session.cancel();
    }),
    pasteReturnAddress: ({ text }) => {
      if (!workspaces.open.takeReturnAddress(text.trim())) throw new CodedError('not_the_answer');
    },
    signOut: inWorkspace(async (open) => {
      await open.session.signOut();
    }),
  };
}

export function teamHandlers({ inWorkspace, saveFile }: HandlerContext): Handlers['team'] {
  return {
    view: inWorkspace(({ team }) => team.view()),
    join: inWorkspace(({ team }, { workspaceId: _, ...input }) => team.join(input)),
    setUp: inWorkspace(({ team }, { workspaceId: _, ...input }) => team.setUp(input)),
    tryNow: inWorkspace(({ team }) => team.tryNow()),
    leave: inWorkspace(({ team }, { keepColleagues }) => team.leave(keepColleagues)),
    exchange: inWorkspace(({ sync }) => sync.view()),
    upload: inWorkspace(({ sync }) => sync.upload()),
    saveSchema: async () => ({
      path: await saveFile('callboard-team.sql', await readSchemaFile()),
      count: 1,
    }),
  };
}

export function managedHandlers({ workspaces, policy }: HandlerContext): Handlers['managed'] {
  return {
    enterSecret: ({ id, clientSecret }) => unwrap(workspaces.enterSecret(id, clientSecret)),
    readPolicy: async () => {
      await policy.read();
    },
  };
}

export function desktopHandlers({ desktop }: Pick<HandlerContext, 'desktop'>): Handlers['desktop'] {
  return {
    openSaved: ({ path }) => desktop.openSaved(path),
    showSaved: ({ path }) => desktop.showSaved(path),
    state: () => desktop.state(),
    setStartAtLogin: async ({ on }) => {
      try {
        return await desktop.setStartAtLogin(on);
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error)) throw error;
        throw new CodedError(fail('start_at_login_not_set', { reason: String(error.code) }));
      }
    },
  };
}

export function updatesHandlers({ updates }: HandlerContext): Handlers['updates'] {
  return {
    state: () => updates.state,
    check: () => unwrap(updates.check()),
    download: () => unwrap(updates.download()),
    restart: () => unwrap(updates.restart()),
  };
}

export function networkHandlers({ network }: Pick<HandlerContext, 'network'>): Handlers['network'] {
  return {
    state: () => network.state(),
    saveProxy: (proxy) => network.saveProxy(proxy),
    saveCredentials: (credentials) => network.saveCredentials(credentials),
    forgetCredentials: ({ proxy }) => network.forgetCredentials(proxy),
    chooseCertificateFile: () => network.chooseCertificateFile(),
    removeCertificateFile: () => network.removeCertificateFile(),
  };
}

export function connectionCheckHandlers({
  inWorkspace,
  connectionCheck,
}: HandlerContext): Handlers['connectionCheck'] {
  return {
    plan: inWorkspace(async (open) => connectionCheck.plan(open.workspace)),
    run: inWorkspace((open, { part }) => connectionCheck.run(part, open.workspace, open.session.status)),
  };
}

export function diagnosticsHandlers({ diagnostics, saveFile }: HandlerContext): Handlers['diagnostics'] {
  return {
    health: () => diagnostics.health(),
    databaseCheck: () => diagnostics.databaseCheck,
    checkDatabase: ({ thorough }) => diagnostics.checkDatabase(thorough),
    cancelDatabaseCheck: () => diagnostics.cancelDatabaseCheck(),
    text: (choice) => diagnostics.text(choice),
    saveText: async ({ text }) => {
      const day = new Date().toISOString().slice(0, 10);
      return { path: await saveFile(`Callboard diagnostics ${day}.txt`, text), count: 1 };
    },
    deleteLogs: async () => {
      await diagnostics.deleteLogs();
    },
    deleteCrashDumps: async ({ name }) => ({ deleted: await diagnostics.deleteCrashDumps(name) }),
    showFolder: async ({ folder }) => {
      await diagnostics.showFolder(folder);
    },
    showPutAside: async ({ name }) => {
      await diagnostics.showPutAside(name);
    },
    pageError: (error) => {
      diagnostics.pageError(error);
    },
  };
}

export function backupHandlers({ backups, automaticBackups }: HandlerContext): Handlers['backup'] {
  return {
    state: async () => ({ ...(await backups.state()), automatic: await automaticBackups.state() }),
    make: ({ passphrase }) => backups.make(passphrase),
    choose: () => backups.choose(),
    open: ({ passphrase }) => backups.open(passphrase),
    restore: () => backups.restore(),
    startOver: async () => {
      const startedOver = await backups.startOver();
      // Those of an empty Callboard would soon push out the earlier ones.
      await automaticBackups.turnOff();
      return startedOver;
    },
    cancel: () => backups.cancel(),
    remindLater: () => backups.remindLater(),
    chooseAutomaticFolder: () => automaticBackups.chooseFolder(),
    setUpAutomatic: ({ passphrase }) => automaticBackups.setUp(passphrase),
    turnOffAutomatic: () => automaticBackups.turnOff(),
    backUpNow: () => unwrap(automaticBackups.backUpNow()),
    deleteBeforeErasure: () => automaticBackups.deleteMadeBeforeErasure(),
  };
}
