import { expect, test } from 'vitest';
import {
  choiceOf,
  firstChosen,
  mayBeSeveral,
  warningsOf,
} from '../../renderer/features/settings/privacy/erasure-selection.ts';
import type { FoundPerson, FoundSubmission } from '../../shared/privacy.ts';

function found(id: string, changes: Partial<FoundSubmission> = {}): FoundSubmission {
  return {
    submissionId: id,
    requestId: null,
    workspace: 'Acme',
    candidateName: 'Ada Lovelace',
    phoneNumber: '+12025550143',
    state: 'accepted',
    status: 'COMPLETED',
    finished: true,
    hasNotes: false,
    submittedAt: 1000,
    foundBy: 'both',
    ...changes,
  };
}

function person(...submissions: FoundSubmission[]): FoundPerson {
  const row = {
    importId: 'i',
    rowNumber: 2,
    fileName: 'list.csv',
    workspace: 'Acme',
    text: 'Ada',
    foundBy: 'name',
    heldBy: [],
    underFloor: false,
  } as const;
  return {
    submissions: submissions.map((each) => ({ heldBy: [], underFloor: false, ...each })),
    importRows: [row],
    listedNumbers: [],
    ownHolds: [],
    canKeepBlocking: 'yes',
    holds: [],
    heldBy: [],
    floorDays: 0,
    mentions: 0,
    more: false,
  };
}

const BOTH = { name: 'Ada Lovelace', phone: '+1 202 555 0143', everywhere: true };
const BY_NAME = { ...BOTH, phone: '' };

test('entries with the number are selected, and those with only the name are not', () => {
  const all = person(found('mine'), found('namesake', { foundBy: 'name' }));
  expect(choiceOf(all, firstChosen(all, BOTH), BOTH, true)).toEqual({
    search: BOTH,
    submissionIds: ['mine'],
    importRows: [],
    listedIds: [],
    holdIds: [],
    keepBlocking: true,
  });
});

test('a search by name selects everything if one number has it, and nothing if several do', () => {
  const one = person(found('a'), found('b'));
  expect(choiceOf(one, firstChosen(one, BY_NAME), BY_NAME, true)).toMatchObject({
    submissionIds: ['a', 'b'],
    importRows: [{ importId: 'i', rowNumber: 2 }],
  });
  const several = person(found('a'), found('b', { phoneNumber: '+12025550199' }));
  expect(mayBeSeveral(several, BY_NAME)).toBe(true);
  expect(firstChosen(several, BY_NAME).size).toBe(0);
  expect(mayBeSeveral(several, BOTH)).toBe(false);
});

test('a search by name selects nothing if a row of an imported file has another number than the submissions', () => {
  const one = person(found('a'));
  const withRow = (text: string): FoundPerson => ({
    ...one,
    importRows: one.importRows.map((row) => ({ ...row, text })),
  });
  const referred = withRow('Bob Smith · +1 202 555 0199 · referred by Ada Lovelace');
  expect(mayBeSeveral(referred, BY_NAME)).toBe(true);
  expect(firstChosen(referred, BY_NAME).size).toBe(0);
  expect(mayBeSeveral(withRow('Ada Lovelace · +1 (202) 555-0143'), BY_NAME)).toBe(false);
});

test('a submission being sent is not selected, and the warnings count the others', () => {
  const all = person(
    found('sending', { state: 'sending', finished: false }),
    found('waiting', { state: 'queued', finished: false }),
    found('held', { state: 'held', finished: false }),
    found('unclear', { state: 'unconfirmed', finished: false }),
    found('open', { finished: false }),
    found('done'),
  );
  const chosen = firstChosen(all, BOTH);
  expect(choiceOf(all, chosen, BOTH, true).submissionIds).toEqual([
    'waiting',
    'held',
    'unclear',
    'open',
    'done',
  ]);
  expect(warningsOf(all, chosen)).toEqual({ waiting: 2, unconfirmed: 1, unfinished: 1 });
});
