import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { judgeUnsteady, playwrightCounts, vitestCounts } from '../../scripts/report-counts.ts';
import { temporaryFolder } from '../temp-folder.ts';

const file = (tests: readonly object[], status = 'passed', message = '') => ({
  name: 'a.test.ts',
  status,
  message,
  assertionResults: tests,
});

test('a skipped test is listed with what it needs, and is not a failure', () => {
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
    skipped: ['traces: needs strace', 'waits: gives no reason'],
  });
});

test('a test that failed or never ended, and a file that did not load, are failures', () => {
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

test('a run without a report has failed', () => {
  expect(vitestCounts({}).failed).toBe(1);
  expect(playwrightCounts({}).failed).toBe(1);
});

test('Vitest reports tests as skipped, not failed, however they are skipped', async () => {
  const folder = join(import.meta.dirname, 'skipping');
  const report = join(temporaryFolder(), 'report.json');
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', `--root=${folder}`, '--reporter=json', `--outputFile=${report}`],
    { stdio: 'ignore' },
  );
  await once(child, 'close');
  expect(vitestCounts(JSON.parse(readFileSync(report, 'utf8')))).toEqual({
    passed: 1,
    failed: 0,
    failures: [],
    unsteady: [],
    skipped: [
      'is skipped: needs strace',
      'a suite its test: needs Linux',
      'is skipped for each one: needs root',
      'skips itself: gives no reason',
      'is a plan: is still to be written',
    ],
  });
});

test('flaky end-to-end tests count as passed and are listed, skipped ones count as neither', () => {
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
    unsteady: [{ name: 'a.spec.ts: waits', line: 'a.spec.ts: waits: late' }],
    skipped: ['a.spec.ts: a Mac: This is none.'],
  });
});

describe('a test that needed a second try', () => {
  const report = {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [
          { file: 'a.spec.ts', title: 'passes', tests: [{ status: 'expected', results: [] }] },
          {
            file: 'a.spec.ts',
            title: 'waits',
            tests: [{ status: 'flaky', results: [{ errors: [{ message: 'late' }] }] }],
          },
        ],
      },
    ],
  };
  const judge = (known: Parameters<typeof judgeUnsteady>[1]) =>
    judgeUnsteady(playwrightCounts(report), known, report);

  test('has failed', () => {
    expect(judge([])).toMatchObject({
      passed: 1,
      failed: 1,
      failures: ['passed only on the second try: a.spec.ts: waits: late'],
      unsteady: [],
    });
  });

  test('has passed if it is listed with a reason, and is reported', () => {
    expect(judge([{ test: 'a.spec.ts: waits', reason: 'waits for the moon' }])).toMatchObject({
      passed: 2,
      failed: 0,
      failures: [],
      unsteady: [{ name: 'a.spec.ts: waits' }],
    });
  });

  test('must still exist if it is listed', () => {
    const known = [
      { test: 'a.spec.ts: waits', reason: 'waits for the moon' },
      { test: 'b.spec.ts: is gone', reason: 'was unsteady once' },
    ];
    expect(judge(known)).toMatchObject({
      failed: 1,
      failures: ['is listed as unsteady but does not exist: b.spec.ts: is gone'],
    });
  });
});

test('every test in known-unsteady.json has a reason', () => {
  const list: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../known-unsteady.json'), 'utf8'));
  z.array(z.strictObject({ test: z.string().min(1), reason: z.string().min(20) })).parse(list);
});
