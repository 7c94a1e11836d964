import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queries, workspaceAccess } from '../../renderer/api/api.ts';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { useSubmittedToast } from '../../renderer/features/new-request/submission-toast.tsx';
import { showToast, Toasts } from '../../renderer/parts/toast.tsx';
import { goTo } from '../../renderer/routes/hash-location.ts';
import { usePendingSwitches } from '../../renderer/routes/unsaved-work.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';
import type { Submission } from '../../shared/submission.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const OTHER = 'workspace-2';

const NEWER = outboxRow({ id: 'newer', candidateName: 'Grace Hopper', workspaceId: OTHER });

let count = 0;

beforeEach(() => page.viewport(900, 720));

afterEach(() => {
  notifications.clean();
  goTo('/new');
});

/** Submits a candidate of another workspace; `becomes` is what main stores of it next. */
async function submitted() {
  count += 1;
  const client = createQueryClient();
  let stored: Submission = outboxRow({ id: `s_${count}`, workspaceId: OTHER, sendAfter: Date.now() });
  stubBridge({
    'submissions.get': (input) => (Reflect.get(Object(input), 'id') === stored.id ? stored : NEWER),
    'app.state': () => ({
      workspaces: [
        { id: 'workspace-1', name: 'Acme' },
        { id: OTHER, name: 'Bolt' },
      ],
      currentWorkspace: { id: 'workspace-1', name: 'Acme' },
    }),
  });
  const screen = await renderInTheme(
    <QueryClientProvider client={client}>
      <Toasts />
      <Submit submission={stored} />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  const becomes = async (changes: Partial<Submission>) => {
    stored = { ...stored, ...changes, revision: stored.revision + 1 };
    await client.invalidateQueries({ queryKey: workspaceAccess(OTHER).queries.submissions.queryKey });
  };
  return { becomes, client, screen };
}

function Submit({ submission }: { submission: Submission }) {
  const show = useSubmittedToast();
  const [pending] = usePendingSwitches();
  return (
    <>
      <button type="button" onClick={() => show(submission)}>
        Submit
      </button>
      <output>{pending && `${pending.workspaceId} ${pending.path}`}</output>
    </>
  );
}

const toast = () => page.getByRole('alert');
const words = () =>
  toast()
    .elements()
    .map((each) => each.textContent)
    .join('|');
/** Mantine's teal. */
const GREEN = '#0ca678';

/** The tone that a toast shows as its colour. */
const colours = () =>
  toast()
    .elements()
    .map((each) => getComputedStyle(each).getPropertyValue('--notification-color'));

test('a toast follows its submission until the service accepts it, and is green only then', async () => {
  const { becomes, screen } = await submitted();
  await expect.poll(words).toContain('Ada Lovelace is in the queue');
  expect(colours().join()).not.toContain(GREEN);
  await becomes({ state: 'sending', attempts: 1 });
  await becomes({ state: 'accepted', requestId: 'ir_1' });
  await expect.poll(words).toContain('The service accepted Ada Lovelace');
  expect(colours().join()).toContain(GREEN);
  await screen.unmount();
});

test('a toast of another workspace names it, and leads to where the submission is there', async () => {
  const { becomes, screen } = await submitted();
  const said = serviceWords('Number barred');
  await becomes({ state: 'rejected', problem: { code: 'refused_as_it_is', httpStatus: 422, said } });
  await expect.poll(words).toContain('The service refused Ada Lovelace');
  expect(words()).toContain('“Number barred”');
  expect(words()).toContain('Bolt');
  expect(colours().join()).not.toContain(GREEN);
  await page.getByRole('button', { name: 'See where it is' }).click();
  await expect
    .poll(() => page.getByRole('status').elements().at(-1)?.textContent)
    .toBe(`${OTHER} /submissions/s_${count}`);
  await screen.unmount();
});

test('a warning ends when its cause ends', async () => {
  const { becomes, screen } = await submitted();
  await becomes({ state: 'held', attempts: 1, problem: { code: 'sign_in_needed', httpStatus: 401 } });
  await expect.poll(words).toContain('Ada Lovelace is on hold');
  await becomes({ state: 'queued', problem: null });
  await expect.poll(words).toContain('Ada Lovelace is in the queue');
  await becomes({ state: 'held', problem: { code: 'paused_by_you' } });
  await expect.poll(words).toContain('Ada Lovelace is paused');
  await becomes({ state: 'unconfirmed', problem: { code: 'connection_lost' } });
  await expect.poll(words).toContain('Ada Lovelace needs your decision');
  await becomes({ state: 'discarded' });
  await expect.poll(words).toBe('');
  await screen.unmount();
});

test('a dismissed toast does not come back', async () => {
  const { becomes, screen } = await submitted();
  await expect.poll(words).toContain('is in the queue');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(words).toBe('');
  await becomes({ state: 'rejected', problem: { code: 'refused_as_it_is' } });
  // Whatever comes after it is on screen, so it would be too.
  showToast({ title: 'Something else', autoClose: false });
  await expect.poll(words).toContain('Something else');
  expect(words()).not.toContain('Ada Lovelace');
  await screen.unmount();
});

test('a submission behind a newer one is shown again only if it goes wrong', async () => {
  const first = await submitted();
  await expect.poll(words).toContain('is in the queue');
  await first.screen.rerender(
    <QueryClientProvider client={first.client}>
      <Toasts />
      <Submit submission={NEWER} />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  // The one before it stays on screen while it leaves.
  await expect.poll(words).toMatch(/^Grace Hopper(?!.*Ada Lovelace)/);
  await first.becomes({ state: 'sending', attempts: 1 });
  expect(words()).not.toContain('Ada Lovelace');
  await first.becomes({ state: 'unconfirmed', problem: { code: 'connection_lost' } });
  await expect.poll(words).toContain('Ada Lovelace needs your decision');
  expect(words()).toContain('Grace Hopper');
  await first.screen.unmount();
});

test('the warning of a submission ends when its Outbox comes on screen', async () => {
  const { becomes, client, screen } = await submitted();
  await becomes({ state: 'rejected', problem: { code: 'refused_as_it_is' } });
  await expect.poll(words).toContain('The service refused Ada Lovelace');
  client.setQueryData<object>([...queries.app.state().queryKey], (state) => ({
    ...state,
    currentWorkspace: { id: OTHER },
  }));
  goTo('/outbox');
  await expect.poll(words).toBe('');
  await screen.unmount();
});

/** Submits six candidates, who can be undone for a minute; `becomes` is what main stores of them all next. */
async function submittedSix() {
  const six = ['Ada', 'Grace', 'Mary', 'Alan', 'Dorothy', 'Katherine'].map((candidateName, at) =>
    outboxRow({ id: `six_${at}`, candidateName, workspaceId: OTHER, sendAfter: Date.now() + 60_000 }),
  );
  const stored = new Map<string, Submission>(six.map((each) => [each.id, each]));
  const taken: string[] = [];
  const idOf = (input: unknown) => String(Reflect.get(Object(input), 'id'));
  const change = (id: string, changes: Partial<Submission>) => {
    const found = stored.get(id);
    if (found) stored.set(id, { ...found, ...changes, revision: found.revision + 1 });
    return stored.get(id);
  };
  stubBridge({
    'submissions.get': (input) => stored.get(idOf(input)),
    'submissions.takeBack': (input) => {
      taken.push(idOf(input));
      return change(idOf(input), { state: 'draft' });
    },
    'app.state': () => ({ workspaces: [], currentWorkspace: { id: OTHER, name: 'Bolt' } }),
  });
  const client = createQueryClient();
  client.setQueryData(queries.settings.get().queryKey, { undoSeconds: 60 } as never);
  const screen = await renderInTheme(
    <QueryClientProvider client={client}>
      <Toasts />
      {six.map((each) => (
        <Submit key={each.id} submission={each} />
      ))}
    </QueryClientProvider>,
  );
  const submits = page.getByRole('button', { name: 'Submit' });
  for (const at of six.keys()) await submits.nth(at).click();
  const refresh = () =>
    client.invalidateQueries({ queryKey: workspaceAccess(OTHER).queries.submissions.queryKey });
  const becomes = async (changes: Partial<Submission>) => {
    for (const { id } of six) change(id, changes);
    await refresh();
  };
  await expect.poll(() => toast().elements().length).toBe(3);
  await page.getByRole('button', { name: '+3 more' }).click();
  await expect.poll(() => toast().elements().length).toBe(6);
  return { six, taken, becomes, refresh, screen };
}

test('six submissions in a row can each be undone, three of them at once', async () => {
  const { six, taken, refresh, screen } = await submittedSix();
  const undos = page.getByRole('button', { name: 'Undo', exact: true });
  for (let left = 5; left >= 0; left -= 1) {
    await undos.first().click();
    await refresh();
    await expect.poll(() => undos.elements().length).toBe(left);
  }
  expect(taken.toSorted()).toEqual(six.map(({ id }) => id));
  await expect.poll(words).toBe('');
  await screen.unmount();
});

test('of six submissions in a row, only the latest says that it waits and is accepted', async () => {
  const { becomes, screen } = await submittedSix();
  await becomes({ state: 'sending', attempts: 1 });
  await expect.poll(words).toMatch(/^Katherine is in the queue[^|]*$/);
  await becomes({ state: 'accepted', requestId: 'ir_1' });
  await expect.poll(words).toMatch(/^The service accepted Katherine[^|]*$/);
  await screen.unmount();
});

test('each of six submissions that go wrong says so until its cause ends, or their Outbox is on screen', async () => {
  const { becomes, screen } = await submittedSix();
  await becomes({ state: 'held', attempts: 1, problem: { code: 'sign_in_needed', httpStatus: 401 } });
  await expect.poll(() => words().match(/is on hold/g)?.length).toBe(6);
  await becomes({ state: 'sending', problem: null });
  await expect.poll(words).toMatch(/^Katherine is in the queue[^|]*$/);
  await becomes({ state: 'unconfirmed', problem: { code: 'connection_lost' } });
  await expect.poll(() => words().match(/needs your decision/g)?.length).toBe(3);
  await page.getByRole('button', { name: '+3 more' }).click();
  await expect.poll(() => words().match(/needs your decision/g)?.length).toBe(6);
  goTo('/outbox');
  await expect.poll(words).toBe('');
  await screen.unmount();
});

test('a submission made offline is saved, and says that it goes out by itself', async () => {
  const { becomes, screen } = await submitted();
  await becomes({ state: 'queued', attempts: 1, problem: { code: 'not_reachable' } });
  await expect.poll(words).toContain("Saved. It goes out when you're back online.");
  expect(words()).toContain('Ada Lovelace');
  expect(words()).not.toMatch(/couldn.t/i);
  await screen.unmount();
});
