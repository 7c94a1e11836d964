/** What the reports of the test runners come to: how many tests passed, failed and were skipped, and which. */
import { stripVTControlCharacters } from 'node:util';

type Report = Readonly<Record<string, unknown>>;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with the first words of its error: the end of a long log is what people are shown. */
  readonly failures: readonly string[];
  /** Tests that passed at the second try only, with what went wrong at the first. */
  readonly unsteady: readonly string[];
  /** Tests that could not run here, each with its reason. They count neither as passed nor as failed. */
  readonly skipped: readonly string[];
}

export const NOTHING: Counts = { passed: 0, failed: 0, failures: [], unsteady: [], skipped: [] };

/** What Vitest's JSON reporter wrote; where it wrote nothing, that is a failure. A skipped test says why in `meta.needs`. */
export function vitestCounts({ testResults }: Report): Counts {
  if (!Array.isArray(testResults))
    return { ...NOTHING, failed: 1, failures: ['the unit and integration tests left no report'] };
  const files = objects(testResults);
  const tests = files.flatMap((file) => objects(file['assertionResults']));
  const skipped = tests.filter(({ status }) => status === 'skipped');
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // A file that does not load, or ends early, fails beside its tests.
  const broken = files.filter(
    (file) =>
      file['status'] === 'failed' &&
      !objects(file['assertionResults']).some(({ status }) => status === 'failed'),
  );
  return {
    ...NOTHING,
    passed,
    // What was begun and never ended has failed, too.
    failed: broken.length + tests.length - passed - skipped.length,
    failures: [
      ...broken.map((file) => failure(file['name'], file['message'])),
      ...tests
        .filter(({ status }) => status !== 'passed' && status !== 'skipped')
        .map((test) => failure(test['fullName'], asList(test['failureMessages'])[0] ?? test['status'])),
    ],
    skipped: skipped.map(({ fullName, meta }) => {
      const needs = isObject(meta) ? meta['needs'] : undefined;
      return `${String(fullName)}: ${typeof needs === 'string' ? `needs ${needs}` : 'does not say why'}`;
    }),
  };
}

/** What Playwright's JSON reporter wrote; where it wrote nothing, that is a failure. */
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
    unsteady: all.filter(({ status }) => status === 'flaky').map(({ line }) => line),
    skipped: all.filter(({ status }) => status === 'skipped').map(({ line }) => line),
  };
}

/** Each spec of a suite, once per project, with the first error of all its tries, or why it was skipped. */
function specsOf(suite: Record<string, unknown>): { status: unknown; line: string }[] {
  const own = objects(suite['specs']).flatMap((spec) =>
    objects(spec['tests']).map((test) => {
      const [error] = objects(test['results']).flatMap((result) => objects(result['errors']));
      const skip = objects(test['annotations']).find(({ type }) => type === 'skip');
      const name = `${String(spec['file'])}: ${String(spec['title'])}`;
      return { status: test['status'], line: failure(name, error?.['message'] ?? skip?.['description']) };
    }),
  );
  return [...own, ...objects(suite['suites']).flatMap(specsOf)];
}

/** One line: the test, and its error's first words without the terminal's colours. */
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
