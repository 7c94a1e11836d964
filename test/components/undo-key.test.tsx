import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { InWorkspace } from '../../renderer/api/app-state.tsx';
import { AskToErase } from '../../renderer/features/settings/privacy/ask-to-erase.tsx';
import { forgetErased, showUndoToast, Toasts } from '../../renderer/parts/toast.tsx';
import { discardedChange, latestChange, rememberChange } from '../../renderer/parts/undo-stack.ts';
import { handleNavigation } from '../../renderer/routes/handle-navigation.ts';
import { outboxPlace, rememberOutboxPlace } from '../../renderer/routes/unsaved-work.ts';
import { useUndoKey } from '../../renderer/shell/shell.tsx';
import type { ChangeNotice, NavigateNotice } from '../../shared/ipc/bridge.ts';
import type { FoundPerson } from '../../shared/privacy.ts';
import { fail } from '../../shared/result.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

function Window() {
  useUndoKey();
  return (
    <>
      <input aria-label="Name" />
      <button type="button">Elsewhere</button>
      <Toasts />
    </>
  );
}

/** Opens the window in a workspace of its own, so that no test finds the changes of another. */
async function openWindow(workspaceId: string) {
  const screen = (id: string) => (
    <QueryClientProvider client={new QueryClient()}>
      <InWorkspace workspace={{ id, name: id } as Workspace}>
        <Window />
      </InWorkspace>
    </QueryClientProvider>
  );
  const { rerender } = await renderInTheme(screen(workspaceId));
  await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }));
  return { switchTo: (id: string) => rerender(screen(id)) };
}

const pressUndo = () => userEvent.keyboard('{ControlOrMeta>}z{/ControlOrMeta}');
const said = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();

/** The application menu, as the page hears of it. */
function menuOf() {
  const listeners = new Set<(notice: NavigateNotice) => void>();
  const onNavigate = (listener: (notice: NavigateNotice) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const close = handleNavigation({ onNavigate });
  const undo = () => {
    for (const listener of listeners) listener({ kind: 'undo' });
  };
  return { undo, close };
}

function change(workspaceId: string, what: string, done: string[]) {
  return { workspaceId, what, undo: async () => void done.push(what) };
}

test('the key undoes one change after the other, latest first, and says which', async () => {
  const done: string[] = [];
  await openWindow('in turn');
  rememberChange(change('in turn', 'Verdict of Ada', done));
  rememberChange(change('in turn', 'Tags of Bob', done));
  await pressUndo();
  await said('Undid: Tags of Bob');
  await pressUndo();
  await said('Undid: Verdict of Ada');
  await pressUndo();
  await said('Nothing to undo');
  expect(done).toEqual(['Tags of Bob', 'Verdict of Ada']);
});

test("the menu's Undo undoes what the key would: text in a text field, elsewhere the latest change", async () => {
  const done: string[] = [];
  await openWindow('by menu');
  rememberChange(change('by menu', 'Verdict of Ada', done));
  const menu = menuOf();
  const field = page.getByLabelText('Name');
  await userEvent.click(field);
  await userEvent.keyboard('Grace');
  menu.undo();
  await expect.element(field).toHaveValue('');
  expect(done).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }));
  menu.undo();
  await said('Undid: Verdict of Ada');
  expect(done).toEqual(['Verdict of Ada']);
  menu.close();
});

test('a key that is held undoes one change only', async () => {
  const done: string[] = [];
  await openWindow('held');
  rememberChange(change('held', 'Verdict of Ada', done));
  rememberChange(change('held', 'Tags of Bob', done));
  const press = (repeat: boolean) => {
    const init = { key: 'z', ctrlKey: true, repeat, bubbles: true, cancelable: true };
    return document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  };
  // An event that isn't cancelled also reaches the Edit menu.
  expect([press(false), press(true)]).toEqual([false, false]);
  await said('Undid: Tags of Bob');
  expect(done).toEqual(['Tags of Bob']);
});

test("another workspace's changes are never undone, and are there again after switching back", async () => {
  const done: string[] = [];
  const { switchTo } = await openWindow('Acme');
  rememberChange(change('Acme', 'Verdict of Ada', done));
  await switchTo('Bolt');
  await pressUndo();
  await said('Nothing to undo');
  expect(done).toEqual([]);
  await switchTo('Acme');
  await pressUndo();
  await said('Undid: Verdict of Ada');
});

test('in a text field the key is the field’s own', async () => {
  const done: string[] = [];
  await openWindow('typing');
  rememberChange(change('typing', 'Verdict of Ada', done));
  const field = page.getByLabelText('Name');
  await userEvent.click(field);
  await userEvent.keyboard('Grace');
  await pressUndo();
  await expect.element(field).toHaveValue('');
  expect(done).toEqual([]);
});

test('a page that undoes its own changes comes first', async () => {
  const done: string[] = [];
  await openWindow('own');
  rememberChange(change('own', 'Verdict of Ada', done));
  const own = (event: KeyboardEvent) => event.key === 'z' && event.preventDefault();
  addEventListener('keydown', own);
  await pressUndo();
  removeEventListener('keydown', own);
  expect(done).toEqual([]);
  await pressUndo();
  await expect.poll(() => done).toEqual(['Verdict of Ada']);
});

test('what the toast has undone is not undone again', async () => {
  const done: string[] = [];
  await openWindow('by toast');
  showUndoToast({ ...change('by toast', 'Verdict of Ada', done), title: 'Ada: Yes' });
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => done).toEqual(['Verdict of Ada']);
  await pressUndo();
  await said('Nothing to undo');
});

const FOUND: FoundPerson = {
  submissions: [],
  importRows: [],
  listedNumbers: [],
  canKeepBlocking: 'no',
  ownHolds: [],
  holds: [],
  heldBy: [],
  floorDays: 0,
  mentions: 1,
  more: false,
};

/** Erases Ada in the workspace Acme. */
async function eraseAda() {
  stubBridge({ 'privacy.erase': () => ({}), 'backup.state': () => ({ automatic: { count: 0 } }) });
  await renderInTheme(
    <QueryClientProvider client={new QueryClient()}>
      <InWorkspace workspace={{ id: 'erases', name: 'Acme' } as Workspace}>
        <AskToErase
          opened
          found={FOUND}
          chosen={new Set()}
          search={{ name: 'Ada', phone: '', everywhere: false }}
          putAside={0}
          onClose={() => undefined}
          onErased={() => undefined}
        />
      </InWorkspace>
    </QueryClientProvider>,
  );
  await userEvent.fill(page.getByLabelText('Type “erase” to continue'), 'erase');
  await userEvent.click(page.getByRole('button', { name: 'Erase for good' }));
}

test('once somebody is erased, here or by a colleague, nothing names whom a change was about', async () => {
  const ids = ['erases', 'elsewhere'];
  await openWindow('erases');
  const listeners: ((notice: ChangeNotice) => void)[] = [];
  const onChange = (listener: (notice: ChangeNotice) => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  onTestFinished(forgetErased({ onChange }));
  for (const id of ids) showUndoToast({ ...change(id, 'Verdict of Ada', []), title: 'Ada: Yes' });
  await expect.element(page.getByText('Ada: Yes')).toBeVisible();
  for (const tell of listeners) tell({ topic: 'requests' });
  expect(ids.map((id) => latestChange(id)?.what)).toEqual(['Verdict of Ada', 'Verdict of Ada']);
  for (const tell of listeners) tell({ topic: 'privacy' });
  expect(ids.map(latestChange)).toEqual([undefined, undefined]);
  await expect.poll(() => page.getByText('Ada: Yes').elements()).toEqual([]);
});

test('an erasure forgets a search in the Outbox, which may be for the person', async () => {
  rememberOutboxPlace('erases', '/submissions?search=Ada');
  await eraseAda();
  await expect.poll(() => outboxPlace('erases')).toBe('/outbox');
});

test('a discard that can no longer be undone says that the submission was sent', async () => {
  await openWindow('workspace-1');
  stubBridge({});
  Reflect.set(window, 'callboard', { ...window.callboard, call: async () => fail('sent_already') });
  rememberChange(discardedChange('workspace-1', ['s_1'], 'Ada Lovelace'));
  await pressUndo();
  await said("Couldn't undo: Discarding Ada Lovelace");
  await said('This was sent already. Find it among the requests.');
});

test('a discard is undone for those that nothing has happened to, and says how many are left', async () => {
  await openWindow('several');
  stubBridge({
    'submissions.undoDiscard': () => ({ changed: 2 }),
  });
  rememberChange(discardedChange('several', ['a', 'b', 'c'], '3 submissions'));
  await pressUndo();
  await said('Undid: Discarding 3 submissions');
  await said('1 was left out: sent already, or changed since.');
});
