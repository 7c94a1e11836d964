/** Summarises the reports of the test runners: passed, failed and skipped tests. */
import { stripVTControlCharacters } from 'node:util';

type Report = Readonly<Record<string, unknown>>;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with the start of its error, for the summary at the end of the log. */
  readonly failures: readonly string[];
  /** Tests that passed only on the second try, with the first error. */
  readonly unsteady: readonly UnsteadyTest[];
  /** Tests that couldn't run here, with their reasons. They count as neither passed nor failed. */
  readonly skipped: readonly string[];
}

export interface UnsteadyTest {
  /** File and title, as in `test/known-unsteady.json`. */
  readonly name: string;
  readonly line: string;
}

/** A known flaky test, with the reason. */
export interface KnownUnsteady {
  readonly test: string;
  readonly reason: string;
}

export const NOTHING: Counts = { passed: 0, failed: 0, failures: [], unsteady: [], skipped: [] };

/** Reads Vitest's JSON report; a missing report is a failure. A skipped test gives its reason in `meta.needs`. */
export function vitestCounts({ testResults }: Report): Counts {
  if (!Array.isArray(testResults))
    return { ...NOTHING, failed: 1, failures: ['the unit and integration tests left no report'] };
  const files = objects(testResults);
  const tests = files.flatMap((file) => objects(file['assertionResults']));
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'todo');
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // A file that fails to load or ends early counts in addition to its tests.
  const broken = files.filter(
    (file) =>
      file['status'] === 'failed' &&
      !objects(file['assertionResults']).some(({ status }) => status === 'failed'),
  );
  return {
    ...NOTHING,
    passed,
    // Tests that never finished have failed, too.
    failed: broken.length + tests.length - passed - skipped.length,
    failures: [
      ...broken.map((file) => failure(file['name'], file['message'] || 'failed outside its tests')),
      ...tests
        .filter((test) => test['status'] !== 'passed' && !skipped.includes(test))
        .map((test) => failure(test['fullName'], asList(test['failureMessages'])[0] ?? test['status'])),
    ],
    skipped: skipped.map((test) => `${String(test['fullName'])}: ${whySkipped(test)}`),
  };
}

function whySkipped({ status, meta }: Report): string {
  if (status === 'todo') return 'is still to be written';
  const needs = isObject(meta) ? meta['needs'] : undefined;
  return typeof needs === 'string' ? `needs ${needs}` : 'gives no reason';
}

/**
 * Counts each test that needed a second try as failed, unless it is known to be flaky. A known flaky test that no
 * longer
 * exists is a failure, too, so that the list stays current.
 */
export function judgeUnsteady(counts: Counts, known: readonly KnownUnsteady[], report: Report): Counts {
  const names = new Set(
    objects(report['suites'])
      .flatMap(specsOf)
      .map(({ name }) => name),
  );
  const unknown = counts.unsteady.filter(({ name }) => !known.some(({ test }) => test === name));
  const gone = known.filter(({ test }) => !names.has(test));
  return {
    ...counts,
    passed: counts.passed - unknown.length,
    failed: counts.failed + unknown.length + gone.length,
    failures: [
      ...counts.failures,
      ...unknown.map(({ line }) => `passed only on the second try: ${line}`),
      ...gone.map(({ test }) => `is listed as unsteady but does not exist: ${test}`),
    ],
    unsteady: counts.unsteady.filter((each) => !unknown.includes(each)),
  };
}

/** Reads Playwright's JSON report; a missing report is a failure. */
export function playwrightCounts({ stats, suites }: Report): Counts {
  if (typeof stats !== 'object' || stats === null || !('expected' in stats && 'unexpected' in stats)) {
    return { ...NOTHING, failed: 1, failures: ['the end-to-end tests left no report'] };
  }
  const flaky = 'flaky' in stats ? Number(stats.flaky) : 0;
  const all = objects(suites).flatMap(specsOf);
  return {
    passed: Number(stats.expected) + flaky,
    failed: Number(stats.unexpected),
    failures: all.filter(({ status }) => status === 'unexpected').map(({ line }) => line),
    unsteady: all.filter(({ status }) => status === 'flaky').map(({ name, line }) => ({ name, line })),
    skipped: all.filter(({ status }) => status === 'skipped').map(({ line }) => line),
  };
}

/** Each spec of a suite per project, with its first error or skip reason. */
function specsOf(suite: Record<string, unknown>): { status: unknown; name: string; line: string }[] {
  const own = objects(suite['specs']).flatMap((spec) =>
    objects(spec['tests']).map((test) => {
      const [error] = objects(test['results']).flatMap((result) => objects(result['errors']));
      const skip = objects(test['annotations']).find(({ type }) => type === 'skip');
      const name = `${String(spec['file'])}: ${String(spec['title'])}`;
      const words = error?.['message'] ?? skip?.['description'];
      return { status: test['status'], name, line: failure(name, words) };
    }),
  );
  return [...own, ...objects(suite['suites']).flatMap(specsOf)];
}

/** One line with the test and the start of its error, without terminal colours. */
function failure(test: unknown, error: unknown): string {
  const words = stripVTControlCharacters(String(error ?? ''));
  return `${String(test)}: ${words.replaceAll(/\s+/g, ' ').slice(0, 400)}`;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function objects(value: unknown): Record<string, unknown>[] {
  return asList(value).filter(isObject);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
