import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { workspaceAccess } from '../../renderer/api/api.ts';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { FIRST_STATE, listMemory } from '../../renderer/features/requests/list-state.ts';
import { Pages } from '../../renderer/pages.tsx';
import { isPopupOpen, useShortcuts } from '../../renderer/parts/shortcuts.ts';
import { forgetChanges } from '../../renderer/parts/undo-stack.ts';
import { goTo, hashHref, useHashLocation, useHashSearch } from '../../renderer/routes/hash-location.ts';
import { Overlays } from '../../renderer/shell/overlays.tsx';
import type { RequestDetail, Verdict } from '../../shared/request.ts';
import { type Annotation, NO_FILTER } from '../../shared/request-filter.ts';
import { CodedError } from '../../shared/result.ts';
import { settings } from '../../shared/settings.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { requestRow } from '../renderer/request-row.ts';
import { ACME, appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

export const PEOPLE = 24;
export const idOf = (at: number) => `ir_${at}`;
export const nameOf = (at: number) => `Person ${at}`;

const later = async (ms: number) => {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
};

export function detail(at: number, verdict: Verdict): RequestDetail {
  return {
    ...requestRow({ requestId: idOf(at), submissionId: `s_${at}`, candidateName: nameOf(at), verdict }),
    changedAt: 0,
    resumeUrl: 'https://cv.example/1',
    screeningCalls: [],
    assessmentResults: undefined,
    foundByAllWords: true,
    described: [],
    rawAnswer: null,
    notes: '',
    colleagueNotes: [],
    isShared: false,
    submittedAt: 1,
    consent: null,
    noticeOn: null,
    previous: null,
    following: [],
    history: [],
    nextRefreshAt: null,
  };
}

function Window() {
  useShortcuts({ singleKeys: true });
  return (
    <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
      <Pages />
      <Overlays />
    </Router>
  );
}

interface Main {
  /** How long a call takes before and after main reads or stores, ms. */
  readonly wait?: () => number;
  /** Whether a verdict needs a reason. */
  readonly reasons?: boolean;
  /** Whether the requests are being reviewed. */
  readonly review?: boolean;
  /** The requests that can't be read. */
  readonly unreadable?: readonly number[];
  /** What is known of every request. */
  readonly known?: Partial<RequestDetail>;
}

/** A verdict that main was asked to store. */
export type Given = readonly [at: number, verdict: Verdict];

/** Opens the first of 24 requests over a main process that answers as the real one, though slowly. */
export async function openFirst({
  wait,
  reasons = false,
  review = false,
  unreadable = [],
  known = {},
}: Main = {}) {
  const stored: Verdict[] = Array.from({ length: PEOPLE }, () => 'none');
  const given: Given[] = [];
  const erased = new Set<number>();
  const gates: { get?: Promise<void>; annotate?: Promise<void> } = {};
  const slowly = async <T,>(answer: () => T): Promise<T> => {
    if (wait) await later(wait());
    const value = structuredClone(answer());
    if (wait) await later(wait());
    return value;
  };
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => ({
      ...defaultRules('Europe/Berlin'),
      verdictFirst: reasons,
    }),
    'pins.list': () => [],
    'pins.reading': () => null,
    'views.list': () => [],
    'library.list': () => [],
    'holds.list': () => [],
    'requests.filterValues': () => ({ tags: [] }),
    'requests.onScreen': () => null,
    'requests.seen': () => ({ changed: 0 }),
    'requests.list': (input) => {
      const { offset = 0, limit = 100 } = input as { offset?: number; limit?: number };
      const rows = stored.map((verdict, at) => detail(at, verdict)).filter((_, at) => !erased.has(at));
      const counts = { total: rows.length, all: rows.length, isShared: known.by !== undefined };
      return slowly(() => ({ rows: rows.slice(offset, offset + limit), ...counts }));
    },
    'requests.rows': () => [],
    'requests.place': (input) => slowly(() => placeOf((input as { requestId: string }).requestId)),
    'requests.get': async (input) => {
      const at = placeOf((input as { requestId: string }).requestId);
      const answer = await slowly(() => ({ ...detail(at, stored[at] ?? 'none'), ...known }));
      await gates.get;
      if (erased.has(at)) throw new CodedError('request_not_tracked');
      if (unreadable.includes(at)) throw new Error('unreadable');
      return answer;
    },
    'requests.annotate': async (input) => {
      const { selection, change } = input as {
        selection: { requestIds: string[] };
        change: { verdict: Verdict };
      };
      const at = placeOf(selection.requestIds[0] ?? '');
      given.push([at, change.verdict]);
      const before = stored[at] ?? 'none';
      stored[at] = change.verdict;
      const changed = before === change.verdict ? [] : [{ requestId: idOf(at), verdict: before }];
      await gates.annotate;
      return slowly(() => changed);
    },
    'requests.restore': (input) => {
      const { annotations } = input as { annotations: readonly Annotation[] };
      for (const { requestId, verdict } of annotations) stored[placeOf(requestId)] = verdict;
      return slowly(() => ({ changed: annotations.length }));
    },
  });
  forgetChanges();
  const among = review ? stored.map((_, at) => idOf(at)) : [];
  listMemory(ACME.id).state = {
    ...FIRST_STATE,
    query: { ...FIRST_STATE.query, filter: { ...NO_FILTER, among } },
  };
  goTo(`/requests/${idOf(0)}`);
  const client = createQueryClient();
  const { unmount } = await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={appState()}>
        <Window />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  onTestFinished(() => unmount());
  await expect.poll(() => document.title).toContain(unreadable.includes(0) ? 'Request' : nameOf(0));
  // A dialog that the test before has left takes the keys until it is gone.
  await expect.poll(isPopupOpen).toBe(false);
  // Not asked for by a request that can't be read.
  if (reasons)
    await expect
      .poll(() => client.getQueryData(workspaceAccess(ACME.id).queries.rules.get().queryKey))
      .toBeDefined();
  return {
    client,
    stored,
    given,
    /** From now on main knows nothing of this one. */
    erase: (at: number) => void erased.add(at),
    /** Holds back the answers to a call from now on, once they are read; gives a function that lets them through. */
    hold: (call: keyof typeof gates) => {
      const gate = Promise.withResolvers<void>();
      gates[call] = gate.promise;
      return () => {
        delete gates[call];
        gate.resolve();
      };
    },
  };
}

const placeOf = (requestId: string) => Number(requestId.slice('ir_'.length));
export const verdictOn = (at: number) =>
  page.getByRole('group', { name: `Verdict on ${nameOf(at)}`, exact: true });
export const press = (key: string, repeat = false) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }));
