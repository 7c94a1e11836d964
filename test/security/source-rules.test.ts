import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSource, checkText, rules, sourceFiles } from '../../scripts/security/check-source.ts';

const root = join(import.meta.dirname, '..', '..');

/** A path that a rule is about: in its first folder, or its first file. */
function placeFor(within: readonly string[]): string {
  const [first = ''] = within;
  return first.includes('.') ? first : `${first}/sample.tsx`;
}

const samples = rules.flatMap((rule) => rule.bad.map((source) => ({ rule, source })));
const harmless = rules.flatMap((rule) => rule.good.map((source) => ({ rule, source })));

test('nothing in the source of the app breaks a rule', () => {
  expect(checkSource().map(({ place, says }) => `${place} ${says}`)).toEqual([]);
  expect(sourceFiles().length).toBeGreaterThan(500);
});

describe('each rule sees what breaks it', () => {
  test.each(samples)('$rule.id: $source', ({ rule, source }) => {
    expect(checkText(placeFor(rule.within), source, [rule])).not.toEqual([]);
  });

  test('there is no rule without a source that breaks it', () => {
    expect(rules.filter(({ bad }) => bad.length === 0).map(({ id }) => id)).toEqual([]);
  });
});

describe('and nothing else', () => {
  test.each(harmless)('$rule.id: $source', ({ rule, source }) => {
    expect(checkText(placeFor(rule.within), source, [rule])).toEqual([]);
  });
});

test('a file that cannot be read is an error, not a pass', () => {
  expect(() => checkText('electron/sample.ts', 'const = ;')).toThrow('electron/sample.ts cannot be read');
});

test('each exception of a rule names a file that is there and needs it', () => {
  for (const rule of rules) {
    for (const file of rule.but ?? []) {
      const { but: _, ...strict } = rule;
      expect(sourceFiles(), `${rule.id} excepts a file that is gone`).toContain(file);
      const seen = checkSourceWith(strict, file);
      expect(seen, `${rule.id} excepts ${file}, which does nothing of the kind`).not.toEqual([]);
    }
  }
});

function checkSourceWith(rule: (typeof rules)[number], file: string) {
  return checkText(file, readFileSync(join(root, file), 'utf8'), [rule]);
}
