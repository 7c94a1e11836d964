import { describe, expect, it } from 'vitest';
import { entryNamed, matchingEntries } from '../../renderer/parts/library-field/match-entries.ts';
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

describe('the suggestions of the Library', () => {
  it('come named ones first, lately used first', () => {
    expect(matchingEntries(ENTRIES, '').map(({ serviceId }) => serviceId)).toEqual([
      'q-2',
      'q-1',
      'q-3',
      'q-9',
    ]);
  });

  it('match by name or by id, whatever the case', () => {
    expect(matchingEntries(ENTRIES, 'SAL').map(({ name }) => name)).toEqual(['Sales']);
    expect(matchingEntries(ENTRIES, 'q-3').map(({ name }) => name)).toEqual(['Zoo']);
  });
});

describe('archived entries', () => {
  it('are not suggested', () => {
    expect(matchingEntries([...ENTRIES, entry('Saleslike', 'q-8', 99, true)], 'sale')).toHaveLength(1);
  });

  it('are still meant by their name, unless one on offer has it too', () => {
    const old = entry('Old', 'q-5', 5, true);
    expect(entryNamed([old], 'old')).toBe(old);
    expect(entryNamed([old, entry('Old', 'q-6')], 'old')?.serviceId).toBe('q-6');
  });
});

describe('a name typed in full', () => {
  it('means its entry', () => {
    expect(entryNamed(ENTRIES, ' support ')?.serviceId).toBe('q-2');
  });

  it('means none when two entries bear it, or when it is empty', () => {
    expect(entryNamed([...ENTRIES, entry('Sales', 'q-7')], 'Sales')).toBeUndefined();
    expect(entryNamed(ENTRIES, '')).toBeUndefined();
  });
});
