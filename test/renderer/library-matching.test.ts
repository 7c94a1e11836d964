import { describe, expect, it } from 'vitest';
import { entryNamed, matchingEntries } from '../../renderer/parts/matching.ts';
import type { LibraryEntry } from '../../shared/library.ts';

function entry(
  name: string,
  serviceId: string,
  lastUsedAt: number | null = null,
  archived = false,
): LibraryEntry {
  return {
    kind: 'questionnaire',
    serviceId,
    name,
    note: '',
    defaultQuestionnaireId: null,
    archived,
    fields: [],
    lastUsedAt,
  };
}

const ENTRIES = [
  entry('', 'q-9', 50),
  entry('Sales', 'q-1', 10),
  entry('Support', 'q-2', 20),
  entry('Zoo', 'q-3'),
];

describe('Library suggestions', () => {
  it('list named entries first, then by last use', () => {
    expect(matchingEntries(ENTRIES, '').map(({ serviceId }) => serviceId)).toEqual([
      'q-2',
      'q-1',
      'q-3',
      'q-9',
    ]);
  });

  it('match by name or ID, whatever the case', () => {
    expect(matchingEntries(ENTRIES, 'SAL').map(({ name }) => name)).toEqual(['Sales']);
    expect(matchingEntries(ENTRIES, 'q-3').map(({ name }) => name)).toEqual(['Zoo']);
  });
});

describe('archived entries', () => {
  it('are not suggested', () => {
    expect(matchingEntries([...ENTRIES, entry('Saleslike', 'q-8', 99, true)], 'sale')).toHaveLength(1);
  });

  it('still match by name, unless an offered entry has the same name', () => {
    const old = entry('Old', 'q-5', 5, true);
    expect(entryNamed([old], 'old')).toBe(old);
    expect(entryNamed([old, entry('Old', 'q-6')], 'old')?.serviceId).toBe('q-6');
  });
});

describe('a full name', () => {
  it('matches its entry', () => {
    expect(entryNamed(ENTRIES, ' support ')?.serviceId).toBe('q-2');
  });

  it('matches nothing if two entries share it, or if it is empty', () => {
    expect(entryNamed([...ENTRIES, entry('Sales', 'q-7')], 'Sales')).toBeUndefined();
    expect(entryNamed(ENTRIES, '')).toBeUndefined();
  });
});
