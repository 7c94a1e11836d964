import type { AppState } from '../../shared/app-state.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import type { Stores } from '../storage/storage.ts';
import { requestsToCsv } from '../tracking/requests-to-csv.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import type { WorkspaceDesk } from '../workspaces/workspace-desk.ts';

export interface HandlersOptions {
  readonly desk: WorkspaceDesk;
  readonly stores: Stores;
  readonly settings: { read(): Settings; change(changes: SettingsChange): Settings };
  /** What of AppState belongs to no workspace. */
  readonly shellState: () => Promise<
    Pick<AppState, 'version' | 'keyStoreAvailable' | 'weakStorageAllowed' | 'storageNotice' | 'paused'>
  >;
  readonly openResume: (address: string) => Promise<void>;
  /** Asks where to save a file and writes it; null when the person cancelled. */
  readonly saveFile: (name: string, content: string) => Promise<string | null>;
  readonly onChange: (topic: 'app' | 'library' | 'settings') => void;
}

const NO_WORKSPACE = fail('no_workspace', 'There is no workspace yet.', {
  nextStep: 'Try the practice workspace, or connect to your service.',
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows asked from the store at a time while a file is made. */
const EXPORT_PAGE = 400;

/** What each call of the contract does. The work is done by the domain; here it is only addressed. */
export function makeHandlers(options: HandlersOptions): Handlers {
  const { desk, stores, settings, onChange } = options;

  const inWorkspace = async <T>(
    run: (open: OpenWorkspace, id: string) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const open = desk.current;
    return open ? run(open, open.workspace.id) : NO_WORKSPACE;
  };

  const changeSettings = (changes: SettingsChange): Settings => {
    const changed = settings.change(changes);
    onChange('settings');
    onChange('app');
    desk.wake();
    return changed;
  };

  return {
    app: {
      state: async () => ok({ ...(await options.shellState()), ...(await desk.state()) }),
    },
    workspaces: {
      connect: (connection) => desk.connect(connection),
      update: ({ id, ...connection }) => desk.update(id, connection),
      openPractice: () => desk.openPractice(),
      select: ({ id }) => desk.select(id),
      remove: ({ id }) => desk.remove(id),
    },
    session: {
      signIn: () => inWorkspace((open) => open.session.signIn()),
      cancel: () =>
        inWorkspace(async (open) => {
          open.session.cancel();
          return ok(null);
        }),
      pasteReturnAddress: async ({ text }) =>
        desk.takeReturnAddress(text.trim())
          ? ok(null)
          : fail(
              'not_the_answer',
              'This is not the return address of the sign-in that Callboard waits for.',
              {
                nextStep:
                  'Copy the whole address of the page your browser ended on, from its first letter to its last.',
              },
            ),
      signOut: () =>
        inWorkspace(async (open) => {
          await open.session.signOut();
          return ok(null);
        }),
    },
    submissions: {
      submit: ({ replaces, despiteDuplicates, ...fields }) =>
        inWorkspace(async (open) => {
          const submitted = await open.outbox.submit([fields], { replaces, despiteDuplicates });
          onChange('library');
          if (!submitted.ok) return submitted;
          const [submission] = submitted.value;
          return submission ? ok(submission) : fail('internal', 'Nothing was queued.');
        }),
      submitMany: ({ submissions, despiteDuplicates }) =>
        inWorkspace(async (open) => {
          const submitted = await open.outbox.submit(submissions, { despiteDuplicates });
          onChange('library');
          return submitted.ok ? ok({ queued: submitted.value.length }) : submitted;
        }),
      outbox: () => inWorkspace(async (_open, id) => ok(await stores.submissions.outbox(id))),
      get: ({ id }) => inWorkspace((open) => open.outbox.get(id)),
      tryNow: ({ id }) =>
        inWorkspace((open) => {
          open.reachability.check();
          return open.outbox.tryNow(id);
        }),
      enterRequestId: ({ id, requestId }) => inWorkspace((open) => open.outbox.enterRequestId(id, requestId)),
      duplicates: ({ phoneNumbers }) => inWorkspace((open) => open.outbox.duplicates(phoneNumbers)),
      takeBack: ({ id }) => inWorkspace((open) => open.outbox.takeBack(id)),
      pause: ({ ids }) => inWorkspace((open) => open.outbox.pause(ids)),
      resume: ({ ids }) => inWorkspace((open) => open.outbox.resume(ids)),
      sendAgain: ({ ids }) => inWorkspace((open) => open.outbox.sendAgain(ids)),
      discard: ({ ids }) => inWorkspace((open) => open.outbox.discard(ids)),
      setPaused: ({ paused }) => {
        changeSettings({ queuePaused: paused });
        return ok(null);
      },
    },
    requests: {
      list: (query) =>
        inWorkspace(async (_open, id) => ok(await stores.requests.page({ workspaceId: id, ...query }))),
      statuses: () => inWorkspace(async (_open, id) => ok(await stores.requests.statuses(id))),
      get: ({ requestId }) =>
        inWorkspace(async (_open, id) => {
          const detail = await stores.requests.detail(id, requestId);
          return detail ? ok(detail) : fail('not_found', 'This workspace tracks no request of this ID.');
        }),
      refresh: ({ requestIds }) =>
        inWorkspace(async (open) => {
          const done = await open.tracker.refreshNow(requestIds);
          return done
            ? ok(done)
            : fail('sign_in_needed', 'Sign in first: the status is read from the service.');
        }),
      onScreen: ({ requestIds }) =>
        inWorkspace(async (open) => {
          open.tracker.showing(requestIds);
          return ok(null);
        }),
      openResume: ({ requestId }) =>
        inWorkspace(async (_open, id) => {
          const detail = await stores.requests.detail(id, requestId);
          if (!detail) return fail('not_found', 'This workspace tracks no request of this ID.');
          if (URL.parse(detail.resumeUrl)?.protocol !== 'https:') {
            return fail('not_secure', 'Callboard opens only https links.', {
              nextStep: 'Copy the link and open it yourself if you trust it.',
            });
          }
          await options.openResume(detail.resumeUrl);
          return ok(null);
        }),
      exportCsv: (filter) =>
        inWorkspace(async (open, id) => {
          const rows = await everyRow((offset) =>
            stores.requests.page({
              workspaceId: id,
              ...filter,
              sort: 'updated',
              descending: true,
              offset,
              limit: EXPORT_PAGE,
            }),
          );
          const day = new Date().toISOString().slice(0, 10);
          const path = await options.saveFile(
            `${open.workspace.name} requests ${day}.csv`,
            requestsToCsv(rows),
          );
          return ok({ path, count: rows.length });
        }),
    },
    library: {
      list: ({ kind }) => inWorkspace(async (_open, id) => ok(await stores.library.list(id, kind))),
      save: (entry) =>
        inWorkspace(async (_open, id) => {
          const saved = await stores.library.save(id, entry);
          onChange('library');
          return ok(saved);
        }),
      remove: ({ kind, serviceId }) =>
        inWorkspace(async (_open, id) => {
          await stores.library.remove(id, kind, serviceId);
          onChange('library');
          return ok(null);
        }),
    },
    insights: {
      summary: ({ sinceDays }) =>
        inWorkspace(async (_open, id) => {
          const since = sinceDays === null ? 0 : Date.now() - sinceDays * DAY_MS;
          return ok(await stores.insights.summary(id, since));
        }),
    },
    settings: {
      get: () => ok(settings.read()),
      change: (changes) => ok(changeSettings(changes)),
    },
  };
}

async function everyRow<Row>(page: (offset: number) => Promise<{ rows: readonly Row[] }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = await page(rows.length);
    rows.push(...next.rows);
    if (next.rows.length < EXPORT_PAGE) return rows;
  }
}
