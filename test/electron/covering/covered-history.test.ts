import { expect, test } from 'vitest';
import { coveredHistory } from '../../../electron/storage/requests/covering.ts';
import { type HistoryCode, type HistoryEntry, historyValues } from '../../../shared/history-event.ts';

/** The kinds whose values come neither from results nor from what the service wrote about a candidate. */
const AS_THEY_ARE: readonly HistoryCode[] = [
  ...(['submitted', 'submitted_held', 'sending', 'nothing_sent', 'token_refused', 'held_for_hours'] as const),
  ...(['notice_waited', 'accepted', 'accepted_again'] as const),
  ...([
    'request_shared',
    'resumed',
    'discarded',
    'discard_undone',
    'taken_back',
    'send_again_chosen',
  ] as const),
  ...(['request_id_entered', 'send_outside_hours_chosen', 'send_early_chosen', 'send_held_chosen'] as const),
  ...(['time_zone_chosen', 'time_zone_undone'] as const),
  ...([
    'send_held_undone',
    'keep_waiting_chosen',
    'status_changed',
    'call_appeared',
    'call_changed',
  ] as const),
  ...(['calls_changed', 'results_arrived', 'results_changed', 'verdict_set', 'notes_written'] as const),
  ...(['notes_changed', 'notes_removed', 'colleague_called_too', 'send_despite_colleague_chosen'] as const),
];

const PROBLEM = {
  ...{ code: 'refused_as_it_is', httpStatus: 409, since: 5, answer: 'zqanswer1qz', alike: 'zqalike2qz' },
  ...{
    said: { text: 'zqsaid3qz', fields: [], other: 'zqother4qz' },
    knownAs: 'zqknown5qz',
    reason: 'zqreason6qz',
  },
  ...{ suggestedId: 'zqid7qz', location: 'https://zqlocation8qz.example/', added: 'zqadded9qz' },
};

const QUOTING: { readonly [code: string]: object } = {
  retry: PROBLEM,
  held: PROBLEM,
  rejected: PROBLEM,
  unconfirmed: PROBLEM,
  refresh_problem: {
    problem: { code: 'unreadable', httpStatus: 200, reason: 'zqreason6qz', named: 'zqnamed7qz' },
    answer: 'zqanswer1qz',
  },
};

const entry = (code: string, values: unknown) => ({ id: 1, at: 2, code, values }) as HistoryEntry;

test('every kind of event is judged: it quotes the service, or shows as it is', () => {
  expect([...AS_THEY_ARE, ...Object.keys(QUOTING)].toSorted()).toEqual(Object.keys(historyValues).toSorted());
  for (const code of AS_THEY_ARE) {
    const own = entry(code, { mine: 1 });
    expect(coveredHistory([own]), code).toEqual([own]);
  }
});

test('what quotes the service keeps its code and loses its words, those of a later version too', () => {
  for (const [code, values] of Object.entries(QUOTING)) {
    const [shown] = coveredHistory([entry(code, values)]);
    expect(shown, code).toMatchObject({ id: 1, at: 2, code });
    expect(JSON.stringify(shown), code).not.toContain('zq');
    expect(JSON.stringify(shown), code).toMatch(/refused_as_it_is|unreadable/);
  }
});

test('an event of an unknown kind is left out', () => {
  const known = entry('results_arrived', null);
  expect(coveredHistory([entry('score_set', { score: 4.37 }), known, entry('toString', {})])).toEqual([
    known,
  ]);
});
