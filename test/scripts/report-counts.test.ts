import { expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from '../../scripts/report-counts.ts';

const file = (tests: readonly object[], status = 'passed', message = '') => ({
  name: 'a.test.ts',
  status,
  message,
  assertionResults: tests,
});

test('a skipped test is listed with what it needs, and is no failure', () => {
  const tests = [
    { status: 'passed', fullName: 'passes' },
    { status: 'skipped', fullName: 'traces', meta: { needs: 'strace' } },
    { status: 'skipped', fullName: 'waits', meta: {} },
  ];
  expect(vitestCounts({ testResults: [file(tests)] })).toEqual({
    passed: 1,
    failed: 0,
    failures: [],
    unsteady: [],
    skipped: ['traces: needs strace', 'waits: does not say why'],
  });
});

test('what failed, never ended or did not load is a failure', () => {
  const report = {
    testResults: [
      file(
        [{ status: 'failed', fullName: 'fails', failureMessages: ['\u001b[31mno\u001b[39m\n  way'] }],
        'failed',
      ),
      file([{ status: 'pending', fullName: 'hangs', failureMessages: [] }]),
      file([], 'failed', 'Cannot find module'),
    ],
  };
  expect(vitestCounts(report)).toMatchObject({
    passed: 0,
    failed: 3,
    failures: ['a.test.ts: Cannot find module', 'fails: no way', 'hangs: pending'],
  });
});

test('a run that left no report has failed', () => {
  expect(vitestCounts({}).failed).toBe(1);
  expect(playwrightCounts({}).failed).toBe(1);
});

test('of the end-to-end tests, flaky ones count as passed and are told, skipped ones as neither', () => {
  const spec = (title: string, status: string, more: object = {}) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results: [], ...more }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        specs: [
          spec('passes', 'expected'),
          spec('fails', 'unexpected', { results: [{ errors: [{ message: 'no' }] }] }),
        ],
        suites: [
          {
            specs: [
              spec('waits', 'flaky', { results: [{ errors: [{ message: 'late' }] }] }),
              spec('a Mac', 'skipped', { annotations: [{ type: 'skip', description: 'This is none.' }] }),
            ],
          },
        ],
      },
    ],
  };
  expect(playwrightCounts(report)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['a.spec.ts: fails: no'],
    unsteady: ['a.spec.ts: waits: late'],
    skipped: ['a.spec.ts: a Mac: This is none.'],
  });
});
