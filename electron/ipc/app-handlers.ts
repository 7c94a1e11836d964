import { withoutUnpinned } from '../../shared/grid-layout.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { fail, ok } from '../../shared/result.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import type { HandlerContext } from './handlers.ts';

export function settingsHandlers(context: HandlerContext): Handlers['settings'] {
  return {
    get: () => ok(context.settings.read()),
    change: (changes) => ok(changeSettings(context, changes)),
    setGridLayout: context.inWorkspace(async (_open, { workspaceId: id, ...layout }) => {
      const pinned = (await context.stores.pins.list(id)).map(({ path }) => path);
      const { gridLayouts } = context.settings.read();
      context.settings.change({ gridLayouts: { ...gridLayouts, [id]: withoutUnpinned(layout, pinned) } });
      context.onChange({ topic: 'settings' });
      return ok(null);
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
    connect: (connection) => workspaces.connect(connection),
    update: ({ id, ...connection }) => workspaces.update(id, connection),
    openPractice: () => workspaces.openPractice(),
    select: ({ id }) => workspaces.select(id),
    remove: ({ id }) => workspaces.remove(id),
  };
}

export function sessionHandlers({ workspaces, inWorkspace }: HandlerContext): Handlers['session'] {
  return {
    signIn: inWorkspace((open) => open.session.signIn()),
    cancel: inWorkspace(async (open) => {
      open.session.cancel();
      return ok(null);
    }),
    pasteReturnAddress: async ({ text }) =>
      workspaces.open.takeReturnAddress(text.trim()) ? ok(null) : fail('not_the_answer'),
    signOut: inWorkspace(async (open) => {
      await open.session.signOut();
      return ok(null);
    }),
  };
}

export function managedHandlers({ workspaces, policy }: HandlerContext): Handlers['managed'] {
  return {
    enterSecret: ({ id, clientSecret }) => workspaces.enterSecret(id, clientSecret),
    readPolicy: async () => {
      await policy.read();
      return ok(null);
    },
  };
}

export function desktopHandlers({ desktop }: Pick<HandlerContext, 'desktop'>): Handlers['desktop'] {
  return {
    openSaved: ({ path }) => desktop.openSaved(path),
    showSaved: ({ path }) => desktop.showSaved(path),
    state: async () => ok(await desktop.state()),
    setStartAtLogin: async ({ on }) => {
      try {
        return ok(await desktop.setStartAtLogin(on));
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error)) throw error;
        return fail('start_at_login_not_set', { reason: String(error.code) });
      }
    },
  };
}

export function updatesHandlers({ updates }: HandlerContext): Handlers['updates'] {
  return {
    state: () => ok(updates.state),
    check: () => updates.check(),
    download: () => updates.download(),
    restart: () => updates.restart(),
  };
}

export function networkHandlers({ network }: Pick<HandlerContext, 'network'>): Handlers['network'] {
  return {
    state: async () => ok(await network.state()),
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
    plan: inWorkspace(async (open) => ok(connectionCheck.plan(open.workspace))),
    run: inWorkspace(async (open, { part }) =>
      ok(await connectionCheck.run(part, open.workspace, open.session.status)),
    ),
  };
}

export function diagnosticsHandlers({ diagnostics, saveFile }: HandlerContext): Handlers['diagnostics'] {
  return {
    health: async () => ok(await diagnostics.health()),
    databaseCheck: () => ok(diagnostics.databaseCheck),
    checkDatabase: ({ thorough }) => ok(diagnostics.checkDatabase(thorough)),
    cancelDatabaseCheck: () => ok(diagnostics.cancelDatabaseCheck()),
    text: async (choice) => ok(await diagnostics.text(choice)),
    saveText: async ({ text }) => {
      const day = new Date().toISOString().slice(0, 10);
      return ok({ path: await saveFile(`Callboard diagnostics ${day}.txt`, text), count: 1 });
    },
    deleteLogs: async () => {
      await diagnostics.deleteLogs();
      return ok(null);
    },
    deleteCrashDumps: async ({ name }) => ok({ deleted: await diagnostics.deleteCrashDumps(name) }),
    showFolder: async ({ folder }) => {
      await diagnostics.showFolder(folder);
      return ok(null);
    },
    showPutAside: async ({ name }) => {
      await diagnostics.showPutAside(name);
      return ok(null);
    },
    pageError: (error) => {
      diagnostics.pageError(error);
      return ok(null);
    },
  };
}

export function backupHandlers({ backups, automaticBackups }: HandlerContext): Handlers['backup'] {
  return {
    state: async () => ok({ ...(await backups.state()), automatic: await automaticBackups.state() }),
    make: ({ passphrase }) => backups.make(passphrase),
    choose: () => backups.choose(),
    open: ({ passphrase }) => backups.open(passphrase),
    restore: () => backups.restore(),
    startOver: async () => {
      const startedOver = await backups.startOver();
      // Those of an empty Callboard would soon push out the earlier ones.
      if (startedOver.ok) await automaticBackups.turnOff();
      return startedOver;
    },
    cancel: () => backups.cancel(),
    remindLater: () => backups.remindLater(),
    chooseAutomaticFolder: () => automaticBackups.chooseFolder(),
    setUpAutomatic: ({ passphrase }) => automaticBackups.setUp(passphrase),
    turnOffAutomatic: () => automaticBackups.turnOff(),
    backUpNow: () => automaticBackups.backUpNow(),
    deleteBeforeErasure: () => automaticBackups.deleteMadeBeforeErasure(),
  };
}
