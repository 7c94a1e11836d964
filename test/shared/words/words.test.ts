import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOutcomes } from '../../../electron/service/create-outcomes.ts';
import {
  DISCARDED_BY,
  type HistoryCode,
  HOLD_QUESTIONS,
  historyEvent,
  historyValues,
  RESUMED_BY,
} from '../../../shared/history-event.ts';
import { NOTICE_KINDS } from '../../../shared/notifications.ts';
import { REQUEST_PROBLEMS, SUBMISSION_PROBLEMS } from '../../../shared/problems.ts';
import { proxyProblemValues } from '../../../shared/proxy-problems.ts';
import { VERDICTS } from '../../../shared/request.ts';
import { UPDATE_PROBLEMS } from '../../../shared/updates.ts';
import { CERTIFICATE_WORDS } from '../../../shared/words/certificate-words.ts';
import { FAILURE_WORDS } from '../../../shared/words/failure-words.ts';
import { FINDING_WORDS } from '../../../shared/words/finding-words.ts';
import { HISTORY_WORDS, historyWords } from '../../../shared/words/history-words.ts';
import { IMPORT_WORDS } from '../../../shared/words/import-words.ts';
import { INPUT_WORDS } from '../../../shared/words/input-words.ts';
import { NOTICE_WORDS } from '../../../shared/words/notice-words.ts';
import { POLICY_WORDS } from '../../../shared/words/policy-words.ts';
import { problemWords, SUBMISSION_PROBLEM_WORDS } from '../../../shared/words/problem-words.ts';
import { PROXY_WORDS } from '../../../shared/words/proxy-words.ts';
import { REQUEST_PROBLEM_WORDS, requestProblemWords } from '../../../shared/words/request-problem-words.ts';
import { STORAGE_WORDS } from '../../../shared/words/storage-words.ts';
import { UPDATE_PROBLEM_WORDS } from '../../../shared/words/update-words.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Each list of codes with the table of its words. */
const TABLES: readonly (readonly [what: string, codes: readonly string[], words: object])[] = [
  ['history', Object.keys(historyValues), HISTORY_WORDS],
  ['submission problem', SUBMISSION_PROBLEMS, SUBMISSION_PROBLEM_WORDS],
  ['request problem', REQUEST_PROBLEMS, REQUEST_PROBLEM_WORDS],
  ['problem of a proxy', Object.keys(proxyProblemValues), PROXY_WORDS],
  ['notice', NOTICE_KINDS, NOTICE_WORDS],
  ['update problem', UPDATE_PROBLEMS, UPDATE_PROBLEM_WORDS],
];

describe.each(TABLES)('a code of %s', (_what, codes, words) => {
  test('has words, and no words lack a code', () => {
    expect(Object.keys(words).toSorted()).toEqual(codes.toSorted());
  });

  test('is used somewhere in the main process', () => {
    const made = sourcesIn('electron');
    expect(codes.filter((code) => !made.includes(`'${code}'`) && !made.includes(`${code}: {`))).toEqual([]);
  });
});

/** Tables whose type enforces words for exactly the codes. */
const TYPED: readonly (readonly [what: string, words: object])[] = [
  ['failure', FAILURE_WORDS],
  ['finding of a network or a sign-in', FINDING_WORDS],
  ['input', INPUT_WORDS],
  ['certificate file', CERTIFICATE_WORDS],
  ['row of a file', IMPORT_WORDS],
  ['policy', POLICY_WORDS],
  ['notice of storage', STORAGE_WORDS],
];

test.each(TYPED)('each code of a %s that has words is used somewhere', (_what, words) => {
  const made = ['electron', 'renderer', 'shared'].map(sourcesIn).join('\n');
  expect(Object.keys(words).filter((code) => !made.includes(`'${code}'`))).toEqual([]);
});

test('no failure in the main process, a form, a file or its rows contains a sentence', () => {
  const made = ['electron', 'renderer', 'shared'].map(sourcesIn).join('\n');
  const calls = made.match(
    /\b(?:fail|says|problem|policyProblem|importProblem|new CodedError|unreadable)\((?:[^()]|\([^()]*\))*\)/g,
  );
  expect(calls?.length).toBeGreaterThan(150);
  expect(calls?.filter((call) => SENTENCE.test(call))).toEqual([]);
});

test('reasons to store are taken from errors in one place', () => {
  const folders = ['service', 'network', 'submissions', 'tracking', 'diagnostics', 'storage'];
  const made = folders.map((folder) => sourcesIn(join('electron', folder))).join('\n');
  expect(made).toContain('systemReason(error)');
  expect(made.match(/\breason\b[:=\s]+[^;\n]*(?:\.message|String\(error\)|['"`]\w+ \w)/g)).toBeNull();
});

test('the main process imports words only where it writes texts for people', () => {
  const folder = join(root, 'electron');
  const knowing = sourcePaths(folder).filter((path) =>
    readFileSync(join(folder, path), 'utf8').includes('shared/words/'),
  );
  // File names, notifications, saved files, and the log, which lists the codes that it may write.
  const writing =
    /^(?:diagnostics\/reduce-error|imports\/import-files|ipc\/import-handlers|notifications\/compose|reports\/.*)\.ts$/;
  expect(knowing.length).toBeGreaterThan(5);
  expect(knowing.filter((path) => !writing.test(path.replaceAll('\\', '/')))).toEqual([]);
});

/** Two adjacent words in a quoted string. */
const SENTENCE = /['"`][^'"`\n]*\w \w[^'"`\n]*['"`]/;

test('every outcome of a create call except acceptance is a problem of a submission', () => {
  const problems: readonly string[] = SUBMISSION_PROBLEMS;
  expect(Object.keys(createOutcomes).filter((name) => !problems.includes(name))).toEqual(['accepted']);
});

const AT = Date.parse('2026-05-04T12:00:00Z');
const NINE = { until: Date.parse('2026-05-04T16:00:00Z'), timeZone: 'America/Los_Angeles' };
const CALL = { number: 2, status: 'COMPLETED', minutes: 9.5 };
const REFUSED = {
  code: 'refused_as_it_is',
  httpStatus: 400,
  answer: '"No"',
  said: { text: 'No', fields: [], other: 'No' },
};
const ID = { requestId: 'ir_1' };

/** For each code: values, and the words on screen. */
const TOLD: Readonly<Record<HistoryCode, readonly [values: unknown, heading: RegExp, detail?: string]>> = {
  submitted: [null, /^Submitted and waiting to be sent$/],
  submitted_held: [NINE, /^Submitted and held until .*9.* in Los Angeles \(calling hours\)$/],
  sending: [null, /^Sending to the service began$/],
  nothing_sent: [null, /^Nothing was sent yet; it will be sent as soon as possible$/],
  token_refused: [
    null,
    /^The service asked for a renewed sign-in and accepted nothing; it will be sent as soon as possible$/,
  ],
  retry: [
    { code: 'not_reachable', reason: 'ECONNREFUSED' },
    /^Couldn't reach the service\.$/,
    'ECONNREFUSED',
  ],
  held: [{ code: 'paused_by_you' }, /^You paused this submission\.$/],
  rejected: [REFUSED, /^The service refused this submission as it is\.$/, 'No'],
  unconfirmed: [
    { code: 'from_a_copy', madeAt: Date.UTC(2026, 4, 3, 12) },
    /^This waited in a copy of the data folder\. It may have been sent since May 3, 2026/,
  ],
  held_for_hours: [{ ...NINE, about: 'clock' }, /^This computer's clock was set forward .* in Los Angeles/],
  notice_waited: [{ until: AT }, /^Held until .*: the candidate was told of the call too recently$/],
  accepted: [{ status: 'PENDING' }, /^The service accepted the request: Pending$/],
  accepted_again: [
    ID,
    /^The service accepted it a second time: this person may be called twice$/,
    'Request ID ir_1',
  ],
  request_shared: [null, /^The service answered two identical submissions with this one request$/],
  resumed: [{ by: 'sign_in' }, /^Signed in again$/],
  discarded: [{ by: 'discard' }, /^You discarded it$/],
  discard_undone: [null, /^You undid discarding it$/],
  taken_back: [null, /^You took it back$/],
  time_zone_chosen: [{ timeZone: 'Asia/Kamchatka' }, /^You chose the time zone of Kamchatka$/],
  time_zone_undone: [null, /^You undid choosing its time zone$/],
  send_again_chosen: [null, /^You chose to send it again, knowing the person may be called twice$/],
  request_id_entered: [ID, /^You entered the request ID ir_1$/],
  send_outside_hours_chosen: [null, /^You chose to send it now, outside the calling hours$/],
  colleague_called_too: [
    { person: 'Mary' },
    /^Mary submitted the same number while the team database couldn’t be reached: this person may be called twice$/,
  ],
  send_despite_colleague_chosen: [
    null,
    /^You chose to send it, knowing that a colleague submitted the number$/,
  ],
  send_early_chosen: [null, /^You chose to send it now, before the chosen time$/],
  send_held_chosen: [{ about: 'clock' }, /^You chose to send it now, though the clock was set forward$/],
  send_held_undone: [null, /^You undid sending it now$/],
  keep_waiting_chosen: [null, /^You chose to keep it waiting$/],
  status_changed: [{ from: 'PENDING', to: 'COMPLETED' }, /^Status changed from Pending to Completed$/],
  call_appeared: [CALL, /^Screening call 2 appeared: Completed$/, '9.5 min'],
  call_changed: [{ ...CALL, status: null, minutes: null }, /^Screening call 2: no status$/],
  calls_changed: [{ count: 60 }, /^60 screening calls changed$/],
  results_arrived: [null, /^Assessment results arrived$/],
  results_changed: [null, /^Assessment results changed$/],
  refresh_problem: [
    { problem: { code: 'refused', httpStatus: 500 }, answer: 'Oops' },
    /^The service didn't return the status: HTTP 500\.$/,
    'Oops',
  ],
  verdict_set: [{ verdict: 'maybe', seen: true }, /^You set the verdict: maybe, with the results in view$/],
  notes_written: [null, /^You wrote notes$/],
  notes_changed: [null, /^You changed the notes$/],
  notes_removed: [null, /^You removed the notes$/],
};

test.each(Object.entries(TOLD))('%s has the right words', (code, [values, heading, detail = null]) => {
  const told = historyWords({ ...historyEvent(code, values), at: AT });
  expect(told.heading).toMatch(heading);
  expect(told.detail).toBe(detail);
});

test('every reason to resume, withdraw or hold a submission has distinct words', () => {
  const headings = [
    ...RESUMED_BY.map((by) => historyEvent('resumed', { by })),
    ...DISCARDED_BY.map((by) => historyEvent('discarded', { by })),
    ...HOLD_QUESTIONS.map((about) => historyEvent('send_held_chosen', { about })),
    ...[undefined, ...HOLD_QUESTIONS].map((about) => historyEvent('held_for_hours', { ...NINE, about })),
    ...VERDICTS.map((verdict) => historyEvent('verdict_set', { verdict, seen: false })),
  ].map((event) => historyWords({ ...event, at: AT }).heading);
  expect(new Set(headings).size).toBe(headings.length);
  expect(headings.every((heading) => heading.length > 5 && !heading.includes('undefined'))).toBe(true);
});

test.each(SUBMISSION_PROBLEMS)('the problem %s says what happened and what to do', (code) => {
  const { message, nextStep } = problemWords({ code, proxy: 'proxy:1', knownAs: 'Ada' });
  expect(message).toMatch(/^[A-Z].*\.$/);
  expect(nextStep).toMatch(/^[A-Z].*\.$/);
});

test.each(REQUEST_PROBLEMS)('the problem %s of a request says what happened', (code) => {
  const words = requestProblemWords({ code, reason: 'odd', named: 'ir_2', httpStatus: 500 });
  expect(words).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ['an unknown code', 'hacked', null],
  ['values where there are none', 'taken_back', { by: 'you' }],
  ['no values where there are some', 'accepted', null],
  ['a time zone that is none', 'submitted_held', { until: 1, timeZone: 'Mars/Olympus' }],
])('%s is not a valid event', (_what, code, values) => {
  expect(() => historyEvent(code, values)).toThrow();
});

/** The sources of a folder, without the words. */
function sourcesIn(name: string): string {
  const folder = join(root, name);
  return sourcePaths(folder)
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}

function sourcePaths(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.startsWith('words'),
  );
}
