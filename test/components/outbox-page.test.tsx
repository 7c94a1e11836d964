import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { OutboxPage } from '../../renderer/features/outbox/outbox-page.tsx';
import { markDialogHostReady } from '../../renderer/parts/dialog.tsx';
import { useHashLocation } from '../../renderer/routes/hash-location.ts';
import type { AppState } from '../../shared/app-state.ts';
import type {
  BulkOutcome,
  HistoryRow,
  Outbox,
  OutboxCounts,
  OutboxGroup,
  OutboxRow,
} from '../../shared/outbox.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { fail } from '../../shared/result.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';
import { appStateWith } from './app-state.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const BODY = '{"errors":{"questionnaire_template_id":["unknown questionnaire Q7"]}}';
const PROBLEM: SubmissionProblem = {
  code: 'refused_as_it_is',
  httpStatus: 422,
  answer: BODY,
  said: serviceWords(BODY),
};
const NEW_QUESTIONNAIRE = 'screening-2';

const refused = Array.from({ length: 25 }, (_, at) =>
  outboxRow({ id: `r${at}`, candidateName: `Candidate ${at}`, state: 'rejected', problem: PROBLEM }),
);
const GROUP: OutboxGroup = {
  part: 'refused',
  cause: { is: 'refused_as_it_is 422 unknown' },
  count: refused.length,
  problem: PROBLEM,
  shownUntil: 77,
  rows: refused,
};

const EMPTY: Outbox = {
  waiting: [],
  needsDecision: [],
  drafts: [],
  refused: [],
  question: null,
  counts: { waiting: 0, drafts: 0, refused: 0 },
  history: { refused: 0, discarded: 0, sent: 0 },
};

const LISTED = '+4915112345678';
const ENTRY = { id: 'e1', source: 'person', reason: 'Asked', addedAt: 0 };

const asked: { readonly channel: string; readonly input: unknown }[] = [];

interface Given {
  readonly counts?: Partial<OutboxCounts>;
  readonly outbox?: Partial<Outbox>;
  readonly groups?: readonly OutboxGroup[];
  readonly state?: Partial<AppState>;
  readonly outcome?: Partial<BulkOutcome>;
  readonly discarded?: readonly HistoryRow[];
}

async function show({
  counts = {},
  outbox = {},
  groups = [GROUP],
  state = {},
  outcome = {},
  discarded = [],
}: Given) {
  const answer = (channel: string, value: unknown) => ({
    [channel]: (input: unknown) => {
      asked.push({ channel, input });
      return value;
    },
  });
  const app = appStateWith(counts, state);
  stubBridge({
    ...answer('app.state', app),
    ...answer('submissions.outbox', {
      ...EMPTY,
      history: { refused: 0, discarded: discarded.length, sent: 0 },
      ...outbox,
    }),
    ...answer('submissions.outboxGroups', groups),
    ...answer('submissions.historyPage', discarded),
    ...answer('submissions.tryNow', { changed: 2 }),
    ...answer('submissions.setPaused', null),
    ...answer('submissions.undoDiscard', { changed: 2 }),
    ...answer('submissions.bulk', {
      changed: 24,
      leftOut: {},
      undo: null,
      discarded: [],
      chosen: [],
      stopped: false,
      ...outcome,
    }),
    ...answer('submissions.outboxGroupPhones', ['+4915112345678', '+4915112345679']),
    ...answer('doNotCall.countNew', 2),
    'doNotCall.forbidding': (input) =>
      (input as { phoneNumbers: string[] }).phoneNumbers.map((number) => (number === LISTED ? ENTRY : null)),
    ...answer('doNotCall.add', { added: 2, withdrawn: 2, sentBefore: [] }),
    ...answer('library.list', []),
  });
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={app}>
        <Router hook={useHashLocation}>
          <ModalsProvider>
            <main>
              <OutboxPage />
            </main>
            <Notifications />
          </ModalsProvider>
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
}

const callsTo = (channel: string) =>
  asked.filter((each) => each.channel === channel).map(({ input }) => input);
/** Chooses from the menu with this name. */
const choose = async (action: string, menu: string) => {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const tab = (name: RegExp) => page.getByRole('tab', { name });
const waitingRow = outboxRow({ problem: { code: 'not_reachable', since: Date.now() - 60_000 }, attempts: 3 });
const oneWaiting = {
  counts: { waiting: 1 },
  outbox: { waiting: [waitingRow], counts: { waiting: 1, drafts: 0, refused: 0 } },
} satisfies Given;

beforeEach(async () => {
  asked.length = 0;
  location.hash = '#/outbox';
  markDialogHostReady();
  await page.viewport(900, 600);
});

afterEach(() => {
  location.hash = '';
});

test('the tabs have counts and addresses, arrow keys move between them, and Back returns', async () => {
  await show({
    counts: { waiting: 4, needsDecision: 2, refused: 25, heldForPerson: 1, drafts: 3 },
    outbox: { history: { refused: 2, discarded: 7, sent: 5 } },
  });
  const names = () =>
    page
      .getByRole('tab')
      .elements()
      .map((each) => each.textContent);
  await expect.poll(names).toEqual(['All 34', 'Needs you 28', 'Waiting 4', 'Drafts 3', 'History 14']);
  await expect.element(tab(/^All/)).toHaveAttribute('aria-selected', 'true');
  (tab(/^All/).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab(/^Needs you/)).toHaveAttribute('aria-selected', 'true');
  await tab(/^Drafts/).click();
  expect(location.hash).toBe('#/outbox/drafts');
  expect(callsTo('submissions.outboxGroups')).toMatchObject([{ tab: 'needs-you' }, { tab: 'drafts' }]);
  history.back();
  await expect.element(tab(/^Needs you/)).toHaveAttribute('aria-selected', 'true');
});

test('an empty Outbox has one tab, says so once and leads to New request and Import', async () => {
  await show({});
  expect(page.getByRole('tab').elements()).toHaveLength(1);
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible();
  expect(page.getByRole('grid').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Import' }).click();
  expect(location.hash).toBe('#/import');
});

test('the columns of all groups line up, and no button in them is cut', async () => {
  const decision = outboxRow({ id: 'u', state: 'unconfirmed', problem: { code: 'connection_lost' } });
  const draft = outboxRow({ id: 'd', state: 'draft' });
  await show({
    counts: { waiting: 1, needsDecision: 1, refused: 25, drafts: 1 },
    outbox: {
      needsDecision: [decision],
      waiting: [waitingRow],
      refused,
      drafts: [draft],
      counts: { waiting: 1, drafts: 1, refused: 25 },
    },
  });
  const left = async (name: string) => {
    const grid = page.getByRole('grid', { name, exact: true });
    await expect.element(grid).toBeVisible();
    return grid
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .elements()
      .map((cell) => Math.round(cell.getBoundingClientRect().left));
  };
  const [first = [], ...others] = await Promise.all(
    ['Needs your decision', 'Waiting', 'Refused', 'Drafts'].map(left),
  );
  expect(first).toHaveLength(5);
  for (const each of others) expect(each).toEqual(first);
  const labels = [...document.querySelectorAll('[role="grid"] button span')];
  expect(labels.length).toBeGreaterThan(3);
  expect(labels.filter((label) => label.scrollWidth > label.clientWidth)).toEqual([]);
});

test('the numbers of a whole group are put on the do-not-call list after one reason', async () => {
  location.hash = '#/outbox/needs-you';
  await show({ counts: { refused: 25 } });
  await choose('Do not call these 25', 'More for these 25');
  const dialog = page.getByRole('dialog', { name: 'Do not call these numbers?' });
  await userEvent.fill(dialog.getByLabelText('Reason'), 'asked by letter');
  expect(callsTo('submissions.outboxGroupPhones')).toEqual([
    { workspaceId: 'workspace-1', part: 'refused', cause: GROUP.cause, shownUntil: 77 },
  ]);
  expect(callsTo('doNotCall.add')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsTo('doNotCall.add')).toEqual([
    {
      numbers: [
        { phoneNumber: '+4915112345678', reason: 'asked by letter' },
        { phoneNumber: '+4915112345679', reason: 'asked by letter' },
      ],
    },
  ]);
});

test('a group is named by the words of the service, and all of it is sent again with another questionnaire', async () => {
  location.hash = '#/outbox/needs-you';
  await show({ counts: { refused: 25 }, outcome: { leftOut: { moved_on: 1 } } });
  await expect
    .element(page.getByRole('grid', { name: 'Refused: “Questionnaire: unknown questionnaire Q7”' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Change questionnaire for these 25 and send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the questionnaire of 25 submissions' });
  await dialog.getByRole('button', { name: 'Change and send 25 again' }).click();
  await expect.element(dialog.getByText('Choose a questionnaire or enter its ID.')).toBeVisible();
  expect(callsTo('submissions.bulk')).toEqual([]);
  await dialog.getByLabelText('Questionnaire').fill(NEW_QUESTIONNAIRE);
  await userEvent.keyboard('{Tab}');
  await dialog.getByRole('button', { name: 'Change and send 25 again' }).click();
  await expect.element(page.getByText('1 was no longer refused.')).toBeVisible();
  await expect.element(page.getByText('24 submissions sent again')).toBeVisible();
  expect(callsTo('submissions.bulk')).toEqual([
    {
      workspaceId: 'workspace-1',
      action: 'resubmit',
      part: 'refused',
      rows: { cause: GROUP.cause, shownUntil: 77 },
      correction: { questionnaireTemplateId: NEW_QUESTIONNAIRE },
    },
  ]);
});

test('what was sent again can be taken back until it goes out', async () => {
  location.hash = '#/outbox/needs-you';
  const undo = { ids: ['n1', 'n2'], until: Date.now() + 30_000 };
  await show({ counts: { refused: 25 }, outcome: { undo } });
  await choose('Send these 25 again', 'More for these 25');
  await page.getByRole('button', { name: 'Send 25 again', exact: true }).click();
  await expect.element(page.getByText(/^2 submissions go out in/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('24 submissions are drafts now')).toBeVisible();
  expect(callsTo('submissions.bulk')).toMatchObject([
    { action: 'resubmit' },
    { action: 'take_back', part: 'waiting', rows: { ids: undo.ids } },
  ]);
});

test('the selected ones alone are discarded, after a question, and can be brought back', async () => {
  location.hash = '#/outbox/needs-you';
  await show({ counts: { refused: 25 }, outcome: { changed: 2, discarded: ['r0', 'r1'] } });
  await page.getByRole('checkbox', { name: 'Select Candidate 0' }).click();
  await page.getByRole('checkbox', { name: 'Select Candidate 1', exact: true }).click();
  await page.getByRole('button', { name: 'Discard 2' }).click();
  expect(callsTo('submissions.bulk')).toEqual([]);
  await page.getByRole('button', { name: 'Discard all 2' }).click();
  await expect.element(page.getByText('2 submissions discarded')).toBeVisible();
  expect(callsTo('submissions.bulk')).toMatchObject([{ action: 'discard', rows: { ids: ['r0', 'r1'] } }]);
  await expect.element(page.getByText('2 selected:')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => callsTo('submissions.undoDiscard')).toMatchObject([{ ids: ['r0', 'r1'] }]);
});

test('a row leads to its submission, by a click and by Enter', async () => {
  await show(oneWaiting);
  const row = page.getByRole('grid', { name: 'Waiting' }).getByRole('row').nth(1);
  for (const open of [() => userEvent.click(row), () => userEvent.keyboard('{Enter}')]) {
    await open();
    await expect.poll(() => location.hash).toBe(`#/submissions/${waitingRow.id}`);
    history.back();
    await expect.poll(() => location.hash).toBe('#/outbox');
  }
});

test('a retried row says the cause and the next try; since when and its number are in the tooltip', async () => {
  await show(oneWaiting);
  const row = page.getByRole('grid', { name: 'Waiting' }).getByRole('row').nth(1);
  await expect.poll(() => row.element().textContent).toContain("Couldn't reach the service");
  expect(row.element().textContent).toContain(' · Next try as soon as possible');
  await expect.element(row.getByTitle(/Since .+\. Next try as soon as possible, attempt 4\./)).toBeVisible();
});

test('Try now has the focus again after what it asked is answered with Escape', async () => {
  await show(oneWaiting);
  const call = window.callboard.call;
  Reflect.set(window.callboard, 'call', async (channel: string, input: unknown) => {
    if (channel === 'submissions.tryNow') return fail('service_asks_to_wait', { until: 60_000, now: 0 });
    return Reflect.apply(call, undefined, [channel, input]);
  });
  const tryNow = page.getByRole('button', { name: 'Try now' });
  await expect.element(tryNow).toBeVisible();
  (tryNow.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Send one now anyway?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(tryNow).toHaveFocus();
});

test('Try now while sending is paused says so, and sends after Resume', async () => {
  await show({ ...oneWaiting, state: { paused: true } });
  await page.getByRole('button', { name: 'Try now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sending is paused' });
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().textContent).toContain("Ada Lovelace isn't sent while you pause sending.");
  expect(callsTo('submissions.tryNow')).toEqual([]);
  await dialog.getByRole('button', { name: 'Resume sending' }).click();
  await expect.poll(() => callsTo('submissions.tryNow')).toMatchObject([{ id: 's_1' }]);
  expect(callsTo('submissions.setPaused')).toEqual([{ paused: false }]);
});

const HELD = { code: 'not_permitted', httpStatus: 403 } as const;
const IN_TWO_DAYS = Date.now() + 2 * 86_400_000;

/** The button of a row in the grid `Waiting`, and the entries of its menu. */
async function actionsOf(name: string) {
  const [main, menu] = page
    .getByRole('grid', { name: 'Waiting' })
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button')
    .all();
  await menu?.click();
  const entries = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((entry) => entry.textContent);
  await expect.poll(entries).toContain('Discard');
  const actions = [main?.element().textContent, ...entries()];
  await userEvent.keyboard('{Escape}');
  await expect.poll(entries).toEqual([]);
  return actions;
}

/** Rows that a rule refuses to send now, each with what it says. */
const REFUSED_NOW: readonly [Partial<OutboxRow>, readonly string[], RegExp][] = [
  [
    { state: 'held', problem: { code: 'country_not_allowed' }, refusedNow: { code: 'country_not_allowed' } },
    ['Edit', 'Discard'],
    /^Numbers of this country may not be called$/,
  ],
  [
    { state: 'held', problem: { code: 'notice_missing' }, refusedNow: { code: 'notice_missing' } },
    ['Add notice', 'Discard'],
    /^Nobody entered when the candidate was told/,
  ],
  [
    { state: 'held', problem: { code: 'paused_by_you' }, refusedNow: { code: 'notice_missing' } },
    ['Add notice', 'Resume', 'Discard'],
    /^Paused by you\. It isn’t sent: nobody entered when the candidate was told/,
  ],
  [
    {
      problem: { code: 'tries_used_up' },
      sendAfter: IN_TWO_DAYS,
      refusedNow: { code: 'tries_used_up', until: IN_TWO_DAYS },
    },
    ['Edit', 'Pause', 'Discard'],
    /^This person was tried as often as the rules allow · Next try at/,
  ],
  [
    {
      notBefore: IN_TWO_DAYS,
      wantedAt: 0,
      sendAfter: IN_TWO_DAYS,
      refusedNow: { code: 'notice_too_recent', until: IN_TWO_DAYS },
    },
    ['Edit', 'Pause', 'Discard'],
    /^Notice too recent\. Goes out [^:]+:[^:]+$/,
  ],
  [
    {
      notBefore: IN_TWO_DAYS,
      sendAfter: IN_TWO_DAYS,
      refusedNow: { code: 'tries_used_up', until: IN_TWO_DAYS - 3_600_000 },
    },
    ['Edit', 'Pause', 'Discard'],
    /Not sooner than .+: this person was tried as often as the rules allow\.$/,
  ],
  [
    { problem: { code: 'not_reachable' }, refusedNow: { code: 'tries_used_up', until: Date.now() - 1 } },
    ['Try now', 'Edit', 'Pause', 'Discard'],
    /^Couldn't reach the service · Next try as soon as possible$/,
  ],
];

test('a row that a rule would refuse again is not tried now: it says why, and offers what helps', async () => {
  await page.viewport(1600, 900);
  const waiting = REFUSED_NOW.map(([changes], at) =>
    outboxRow({ id: `w${at}`, candidateName: `Person ${at}`, ...changes }),
  );
  await show({
    counts: { waiting: waiting.length },
    outbox: { waiting, counts: { waiting: waiting.length, drafts: 0, refused: 0 } },
  });
  for (const [at, [, buttons, words]] of REFUSED_NOW.entries()) {
    await expect.element(page.getByText(`Person ${at}`, { exact: true })).toBeVisible();
    expect(await actionsOf(`Person ${at}`)).toEqual(buttons);
    const row = page
      .getByRole('grid', { name: 'Waiting' })
      .getByRole('row')
      .filter({ hasText: `Person ${at}` });
    const cell = row
      .getByRole('gridcell')
      .elements()
      .find((each) => words.test(each.textContent.trim()));
    expect(cell, `Person ${at}: ${row.element().textContent}`).toBeDefined();
  }
});

test('nothing is offered to be tried now while the do-not-call list can’t be read, or the organisation forbids it', async () => {
  const none = { managed: [], held: ['workspace-1'], secretByPerson: [], secretMissing: [] };
  for (const state of [{ doNotCallLocked: 'waiting' }, { managedWorkspaces: none }] as const) {
    const screen = await show({ ...oneWaiting, state });
    await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Try/ })).not.toBeInTheDocument();
    await screen.unmount();
  }
});

test('of several selected ones, only those that can be tried together are tried, and one alone as from its row', async () => {
  const named = (id: string, changes: Partial<OutboxRow>) =>
    outboxRow({ id, candidateName: `Person ${id}`, ...changes });
  const waiting = [
    named('1', { state: 'held', problem: HELD }),
    named('2', { state: 'held', problem: { code: 'paused_by_you' } }),
    named('3', { state: 'held', problem: HELD, refusedNow: { code: 'country_not_allowed' } }),
  ];
  await show({ counts: { waiting: 3 }, outbox: { waiting, counts: { waiting: 3, drafts: 0, refused: 0 } } });
  await page.getByRole('checkbox', { name: 'Select all submissions' }).click();
  await expect.element(page.getByText(/^2 aren't tried: they are paused/)).toBeVisible();
  await page.getByRole('button', { name: 'Try 1 now' }).click();
  await expect
    .poll(() => callsTo('submissions.bulk'))
    .toMatchObject([{ action: 'try_now', rows: { ids: ['1'] } }]);
  await page.getByRole('checkbox', { name: /Person 3/ }).click();
  await expect.element(page.getByText('1 selected:')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Try 1 now$/ })).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: /Person 3/ }).click();
  await page.getByRole('checkbox', { name: /Person 2/ }).click();
  await page.getByRole('button', { name: 'Try 1 now' }).click();
  await expect.poll(() => callsTo('submissions.tryNow')).toMatchObject([{ id: '2' }]);
});

test('of several selected ones, one that the service has accepted without an ID is not sent again, which is said', async () => {
  const needsDecision = (['no_answer_in_time', 'accepted_without_id'] as const).map((code, at) =>
    outboxRow({
      id: `u${at}`,
      candidateName: `Candidate ${at}`,
      state: 'unconfirmed',
      problem: { code },
    }),
  );
  await show({ groups: [], outbox: { needsDecision }, counts: { needsDecision: 2 } });
  await page.getByRole('checkbox', { name: 'Select Candidate 0' }).click();
  const said = page.getByText("1 won't be sent again: the service has already accepted it.");
  await expect.element(page.getByRole('checkbox', { name: 'Select Candidate 0' })).toBeChecked();
  expect(said.elements()).toEqual([]);
  await page.getByRole('checkbox', { name: 'Select Candidate 1' }).click();
  await expect.element(said).toBeVisible();
});

test('a group that a rule refuses, or that only its rows’ own buttons release, is not tried as a whole', async () => {
  location.hash = '#/outbox/needs-you';
  const rule = { code: 'country_not_allowed' } as const;
  const edited = { code: 'edit_interrupted' } as const;
  const rows = (problem: SubmissionProblem, changes: Partial<OutboxRow> = {}) =>
    ['1', '2'].map((id) => outboxRow({ id: problem.code + id, state: 'held', problem, ...changes }));
  const group = (problem: SubmissionProblem, changes?: Partial<OutboxRow>): OutboxGroup => ({
    ...GROUP,
    part: 'held',
    cause: { is: problem.code },
    count: 2,
    problem,
    rows: rows(problem, changes),
  });
  await show({
    counts: { waiting: 4, heldForPerson: 4 },
    groups: [group(rule, { refusedNow: rule }), group(edited)],
  });
  await expect.poll(() => page.getByRole('button', { name: 'Discard these 2' }).elements().length).toBe(2);
  for (const menu of page.getByRole('button', { name: 'More for these 2' }).all()) {
    await menu.click();
    await expect.element(page.getByRole('menuitem', { name: 'Do not call these 2' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: /^Try/ }).elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
  }
  await expect.element(page.getByRole('button', { name: /^Try these/ })).not.toBeInTheDocument();
});

test('a discarded one whose number is on the do-not-call list leads to its entry instead of being submitted anew', async () => {
  location.hash = '#/outbox/history';
  const row = (candidateName: string, phoneNumber: string) => ({
    ...outboxRow({ id: candidateName, candidateName, phoneNumber, state: 'discarded' }),
    discardedBy: 'do_not_call' as const,
  });
  await show({ discarded: [row('Ada', LISTED), row('Lifted', '+442079460958')] });
  const buttons = (name: string) =>
    page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button')
      .elements()
      .map((each) => each.textContent);
  await expect.poll(() => buttons('Ada')).toEqual(['Who listed it']);
  expect(buttons('Lifted')).toEqual(['Submit anew']);
  // The list's width in the smallest window.
  await page.viewport(640, 600);
  const right = (name: 'grid' | 'button', label: RegExp) =>
    page.getByRole(name, { name: label }).first().element().getBoundingClientRect().right;
  await expect.poll(() => right('button', /^Who listed it$/)).toBeLessThan(right('grid', /^Discarded$/));
  await page.getByRole('button', { name: 'Who listed it' }).click();
  expect(location.hash).toBe(`#/settings/do-not-call?search=${encodeURIComponent(LISTED)}`);
});

test('trying a group now says what it did, and what stands in the way', async () => {
  location.hash = '#/outbox/needs-you';
  const problem = { code: 'not_permitted', httpStatus: 403 } as const;
  const rows = ['h1', 'h2'].map((id) => outboxRow({ id, state: 'held', problem }));
  const group: OutboxGroup = { ...GROUP, part: 'held', count: 2, problem, rows };
  await show({
    counts: { waiting: 2, heldForPerson: 2 },
    groups: [group],
    state: { reachable: false },
    outcome: { changed: 2 },
  });
  await page.getByRole('button', { name: 'Try these 2 now' }).click();
  await expect.element(page.getByText('2 submissions due now')).toBeVisible();
  await expect.element(page.getByText(/2 submissions are sent as soon as it is back\./)).toBeVisible();
  expect(callsTo('submissions.bulk')).toMatchObject([{ action: 'try_now', part: 'held' }]);
});

test('Try all now while offline says that they are sent when the connection is back', async () => {
  await show({ ...oneWaiting, state: { reachable: false, unreachableSince: Date.now() - 60_000 } });
  await page.getByRole('button', { name: 'Try all now' }).click();
  await expect.element(page.getByText("The service can't be reached yet")).toBeVisible();
  await expect.element(page.getByText(/2 submissions are sent as soon as it is back\./)).toBeVisible();
});
