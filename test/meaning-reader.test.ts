import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('electron/**/*.ts', { cwd: root }).map(
  (file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')] as const,
);

/** The files whose code, without comments, matches. */
function filesWith(pattern: RegExp): readonly string[] {
  return files
    .filter(([, text]) => pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
    .map(([file]) => file)
    .sort();
}

const STORAGE = 'electron/storage';

test('what a result field means is asked of one reader, which puts the policy before the Library', () => {
  expect(filesWith(/own-descriptions\.ts'/)).toEqual([
    // It edits what a person described.
    `${STORAGE}/erasure/pinned-fields.ts`,
    // The reader.
    `${STORAGE}/requests/described-fields.ts`,
    // It compares it with what the policy describes, and gives an entry to edit, and to show with what the reader answers.
    `${STORAGE}/stores/library-store.ts`,
  ]);
  expect(filesWith(/\bdescribedFields\b/)).toEqual([
    'electron/policy/policy-questionnaires.ts',
    // It refuses a damaged backup.
    `${STORAGE}/backup/restore.ts`,
    `${STORAGE}/requests/own-descriptions.ts`,
    `${STORAGE}/stores/library-store.ts`,
  ]);
});

test('no other query reads descriptions from the Library', () => {
  const reading =
    /SELECT(?:(?!FROM|SELECT|;)[\s\S])*(?:\bfields\b|\*)(?:(?!FROM|SELECT|;)[\s\S])*FROM (?:\w+\.)?library\b/;
  expect(filesWith(reading)).toEqual([
    // Names of entries, and texts in which a person may be mentioned.
    `${STORAGE}/erasure/mentions.ts`,
    `${STORAGE}/erasure/pinned-fields.ts`,
    `${STORAGE}/requests/own-descriptions.ts`,
    `${STORAGE}/stores/library-store.ts`,
  ]);
});
