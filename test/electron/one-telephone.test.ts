import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { consentOf } from '../../electron/submissions/submitter.ts';
import { callKey, isSameTelephone, numbersWithKey } from '../../shared/call-key.ts';
import { formatPhoneNumber } from '../../shared/phone-number.ts';
import { NO_FILTER } from '../../shared/request-filter.ts';
import { isSameScreening } from '../../shared/same-screening.ts';
import type { SubmissionFields } from '../../shared/submission.ts';
import { rowWords } from '../../shared/words/import-words.ts';
import { type BusyDatabase, busyDatabase } from './privacy/busy-database.ts';
import { sampleSubmission, sampleWorkspace } from './sample-submission.ts';
import { addTracked } from './storage/temporary-storage.ts';
import { personActions } from './submissions/person-actions.ts';

/** Two ways to write the number of one telephone, in each country that has such. */
const TWINS = [
  ['Argentina', '+5491123456789', '+541123456789'],
  ['Benin', '+22997123456', '+2290197123456'],
  ['Brazil', '+551187654321', '+5511987654321'],
  ['Cameroon', '+23777123456', '+237677123456'],
  ['Colombia', '+5712345678', '+576012345678'],
  ['Ecuador', '+59399123456', '+593999123456'],
  ['Egypt', '+20121234567', '+201221234567'],
  ['Gabon', '+24106123456', '+24166123456'],
  ['Gabon without the zero', '+2417123456', '+24177123456'],
  ['Ivory Coast, Moov', '+22501123456', '+2250101123456'],
  ['Ivory Coast, MTN', '+22505123456', '+2250505123456'],
  ['Ivory Coast, Orange', '+22549123456', '+2250749123456'],
  ['Italy', '+39669812345', '+390669812345'],
  ['Mauritius', '+2307123456', '+23057123456'],
  ['Mexico', '+5215512345678', '+525512345678'],
  ['Qatar', '+9745551234', '+97455551234'],
  ['Vietnam', '+841201234567', '+84701234567'],
  ['Guadeloupe', '+33690123456', '+590690123456'],
  ['Guiana', '+33694201234', '+594694201234'],
  ['Martinique', '+33696123456', '+596696123456'],
  ['Mayotte', '+33639691234', '+262639691234'],
  ['Réunion', '+33692123456', '+262692123456'],
  ['Kosovo', '+38649123456', '+38349123456'],
  ['Palestine', '+972599123456', '+970599123456'],
  ['San Marino', '+390549886377', '+3780549886377'],
  ['Sint Maarten', '+5995201234', '+17215201234'],
] as const;

const OTHERS = [
  ['two lines of Buenos Aires', '+541123456789', '+541123456780'],
  ['a line and a mobile of São Paulo', '+551132654321', '+5511932654321'],
  ['a radio service and a mobile of São Paulo', '+551177654321', '+5511977654321'],
  ['Monaco and Kosovo', '+37744123456', '+38344123456'],
  ['Slovenia and Kosovo', '+38643123456', '+38343123456'],
  ['Serbia and Kosovo', '+38138123456', '+38338123456'],
  ['France and Réunion', '+33612345678', '+262612345678'],
  ['Israel and Palestine', '+972501234567', '+970501234567'],
  ['Curaçao and Sint Maarten', '+59995201234', '+17215201234'],
  ['a line and a mobile of Mauritius', '+2304567890', '+23054567890'],
  ['two lines of Berlin', '+493012345678', '+493012345679'],
] as const;

const NOW = 100 * 24 * 60 * 60 * 1000;
const JOB = '123e4567-e89b-12d3-a456-426614174000';

type World = Awaited<ReturnType<typeof world>>;

async function world() {
  const busy = await busyDatabase({ requests: 0, now: () => NOW });
  const { stores } = busy.storage;
  const person = (workspaceId = 'workspace-1') =>
    personActions({
      workspaceId,
      store: stores.submissions,
      settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
      now: () => NOW,
    });
  return { ...busy, stores, person };
}

/** What a candidate with this number was submitted with. */
function fields(phoneNumber: string) {
  return {
    candidateName: `Caller ${phoneNumber}`,
    phoneNumber,
    resumeUrl: `https://files.example.com/${phoneNumber.slice(1)}.pdf`,
    jobDescriptionId: JOB,
    questionnaireTemplateId: 'general',
  } satisfies SubmissionFields;
}

const submission = (phoneNumber: string) =>
  sampleSubmission({ ...fields(phoneNumber), createdAt: NOW, updatedAt: NOW });
const accepted = ({ storage }: Pick<BusyDatabase, 'storage'>, phoneNumber: string, at = NOW) =>
  addTracked(storage, `ir_${phoneNumber}`, { ...submission(phoneNumber), createdAt: at }, at);
const erasing = (phone: string) => ({ name: '', phone, everywhere: true });
const entry = (phoneNumber: string) => ({
  ...{ id: randomUUID(), phoneNumber, reason: 'Asked by e-mail.', addedAt: NOW, addedBy: 'ada' },
});
const phonesOf = (found: readonly { readonly phoneNumber: string | null }[]) =>
  found.map(({ phoneNumber }) => phoneNumber);

/** Who compares numbers: whether, once `known` was stored, `asked` is found to be the same telephone. */
const USERS: Readonly<Record<string, (each: World, known: string, asked: string) => Promise<boolean>>> = {
  'the form, before it submits': async (each, known, asked) => {
    await accepted(each, known);
    const found = await each.person().duplicates([asked]);
    return found.length > 0;
  },
  'a submit': async (each, known, asked) => {
    await accepted(each, known);
    const submitted = await each.person().submit([fields(asked)]);
    return !submitted.ok && submitted.error.code === 'duplicate';
  },
  'a submit of both at once': async (each, known, asked) => {
    const submitted = await each.person().submit([fields(known), fields(asked)]);
    return !submitted.ok && submitted.error.code === 'duplicate';
  },
  'a submit of both, one after the other': async (each, known, asked) => {
    await each.person().submit([fields(known)]);
    const submitted = await each.person().submit([fields(asked)]);
    return !submitted.ok && submitted.error.code === 'duplicate';
  },
  'a submit in another workspace of the service': async (each, known, asked) => {
    await accepted(each, known);
    await each.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1000);
    const submitted = await each.person('workspace-2').submit([fields(asked)]);
    return !submitted.ok && submitted.error.code === 'duplicate';
  },
  'a submit anyway, which is linked to the first': async (each, known, asked) => {
    const first = await accepted(each, known);
    const submitted = await each.person().submit([fields(asked)], { despiteDuplicates: true });
    return submitted.ok && submitted.value[0]?.previousSubmissionId === first.id;
  },
  'a request submitted again, which answers for those before it': async (each, known, asked) => {
    await accepted(each, known, NOW - 1000);
    const last = await accepted(each, asked);
    return (await each.person().submit([fields(asked)], { again: last.id })).ok;
  },
  'two requests submitted again together': async (each, known, asked) => {
    const ids = [(await accepted(each, known)).id, (await accepted(each, asked)).id];
    const submitted = await each.person().submitAgain(ids);
    return !submitted.ok && submitted.error.code === 'called_again';
  },
  'the tries of a person': async (each, known, asked) => {
    await accepted(each, known);
    const [tries] = await each.stores.submissions.tries('workspace-1', [asked]);
    return (tries?.length ?? 0) > 0;
  },
  'the do-not-call list': async (each, known, asked) => {
    await each.stores.doNotCall.add([entry(known)]);
    return (await each.stores.submissions.forbidding([asked]))[0] !== null;
  },
  'an erased number on the do-not-call list': async (each, known, asked) => {
    await each.stores.doNotCall.add([entry(known)]);
    const { listedNumbers } = await each.privacy.find(erasing(known), null);
    const choice = { submissionIds: [], importRows: [], search: erasing(known) };
    const listedIds = listedNumbers.map(({ id }) => id);
    await each.privacy.erase({ ...choice, listedIds, keepBlocking: true }, null);
    return (await each.stores.submissions.forbidding([asked]))[0] !== null;
  },
  'adding to the do-not-call list': async (each, known, asked) => {
    await each.stores.doNotCall.add([entry(known)]);
    return (await each.stores.doNotCall.add([entry(asked)])) === 0;
  },
  'what was sent before its number was listed': async (each, known, asked) => {
    await accepted(each, known);
    return phonesOf(await each.stores.doNotCall.sentTo([callKey(asked)])).includes(known);
  },
  'the search of the do-not-call list': async (each, known, asked) => {
    await each.stores.doNotCall.add([entry(known)]);
    const { page } = each.stores.doNotCall;
    return (await page(asked, 0)).count > 0 && (await page(asked.slice(1), 0)).count > 0;
  },
  'the search of requests': async (each, known, asked) => {
    await accepted(each, known);
    const found = async (search: string) => {
      const filter = { ...NO_FILTER, search };
      const query = { workspaceId: 'workspace-1', filter, sort: 'updated', descending: true } as const;
      return phonesOf((await each.stores.requests.page({ ...query, limit: 99, offset: 0 })).rows).includes(
        known,
      );
    };
    return (
      (await found(formatPhoneNumber(asked))) && (await found(asked.slice(3))) && found(`00${asked.slice(1)}`)
    );
  },
  'the search of other submissions': async (each, known, asked) => {
    await each.stores.submissions.add([{ ...submission(known), state: 'discarded' }]);
    const found = async (search: string) =>
      phonesOf((await each.stores.submissions.search('workspace-1', search, 9)).rows).includes(known);
    return (await found(formatPhoneNumber(asked))) && found(asked.slice(3));
  },
  'finding a person’s submissions': async (each, known, asked) => {
    await accepted(each, known);
    return phonesOf((await each.privacy.find(erasing(asked), null)).submissions).includes(known);
  },
  'finding a person by the digits without the country’s code': async (each, known, asked) => {
    await accepted(each, known);
    const national = formatPhoneNumber(asked).replace(/^\S+ /, '');
    return phonesOf((await each.privacy.find(erasing(national), null)).submissions).includes(known);
  },
  'finding a person’s rows of imported files': async (each, known, asked) => {
    const start = { id: randomUUID(), name: 'a.csv', digest: 'a', headers: ['phone'], rows: 1 };
    await each.stores.imports.begin('workspace-1', start, NOW);
    const row = { number: 2, cells: [formatPhoneNumber(known)], problems: [] };
    await each.stores.imports.keepProblems('workspace-1', start.id, [row]);
    return (await each.privacy.find(erasing(asked), null)).importRows.length > 0;
  },
  'the file of what is held about a person': async (each, known, asked) => {
    await accepted(each, known);
    await each.stores.doNotCall.add([entry(known)]);
    const search = erasing(asked);
    const { submissions } = await each.privacy.find(search, null);
    const choice = { importRows: [], listedIds: [], keepBlocking: false };
    const submissionIds = submissions.map(({ submissionId }) => submissionId);
    const held = await each.privacy.held({ search, submissionIds, ...choice }, null);
    return held.submissions.length > 0 && held.doNotCall.length > 0;
  },
  'a text about somebody else that mentions the number': async (each, known, asked) => {
    const requestId = `ir_${randomUUID()}`;
    await addTracked(each.storage, requestId, sampleSubmission({ candidateName: 'Somebody Else' }));
    await each.stores.annotations.setNotes('workspace-1', requestId, `Call ${formatPhoneNumber(known)}`, NOW);
    return (await each.privacy.find(erasing(asked), null)).mentions > 0;
  },
  'a hold of a person': async (each, known, asked) => {
    const { id } = await accepted(each, known);
    const person = { name: '', phoneNumber: asked };
    await each.stores.holds.place(person, { reason: 'A claim.', at: NOW, by: 'ada' });
    return (await each.stores.holds.ofSubmission(id)).length > 0;
  },
  'the same screening': async (_each, known, asked) => isSameScreening(fields(known), fields(asked)),
  'the day of a consent': async (_each, known, asked) => {
    const consent = { at: 5, wording: 'Yes' };
    const kept = consentOf({ ...fields(asked), consentWording: 'Yes' }, { consent, phoneNumber: known }, NOW);
    return kept?.at === 5;
  },
  'the review of a file with both': async (each, known, asked) => {
    const second = (await reviewed(each, [known, asked]))[1];
    const where = `Same as ${formatPhoneNumber(known)} in row 2.`;
    return second?.state === 'duplicate' && second.notes.map(rowWords).includes(where);
  },
  'the review of a file, by earlier submissions': async (each, known, asked) => {
    await accepted(each, known);
    const [row] = await reviewed(each, [asked]);
    const [why] = row?.notes.map(rowWords) ?? [];
    return row?.state === 'duplicate' && why?.endsWith(formatPhoneNumber(known)) === true;
  },
};

/** These also find other numbers with the same digits: too much rather than too little. */
const BY_DIGITS: readonly string[] = [
  'the search of requests',
  'the search of other submissions',
  'finding a person by the digits without the country’s code',
  'a text about somebody else that mentions the number',
];
const ALWAYS: readonly string[] = ['a request submitted again, which answers for those before it'];

function reviewed(each: World, numbers: readonly string[]) {
  return each.person().reviewRows({
    rows: numbers.map((phoneNumber, at) => ({ number: at + 2, phoneNumber })),
    ...{ notBefore: null, noticeOn: null, hasNoticeColumn: false, timeZones: [] },
  });
}

async function answersOf(user: string, pairs: readonly (readonly [string, string, string])[]) {
  const each = await world();
  const answers: Record<string, boolean | undefined> = {};
  for (const [where, known, other] of pairs) answers[where] = await USERS[user]?.(each, known, other);
  return answers;
}

describe.each(Object.keys(USERS))('%s', (user) => {
  test('treats both ways to write a number as one telephone, whichever was known first', async () => {
    const all = Object.fromEntries(TWINS.map(([where]) => [where, true]));
    expect(await answersOf(user, TWINS)).toEqual(all);
    const turned = TWINS.map(([where, one, other]) => [where, other, one] as const);
    expect(await answersOf(user, turned)).toEqual(all);
  });
});

const EXACT = Object.keys(USERS).filter((user) => ![...BY_DIGITS, ...ALWAYS].includes(user));

test.each(EXACT)('%s keeps different telephones apart', async (user) => {
  expect(await answersOf(user, OTHERS)).toEqual(Object.fromEntries(OTHERS.map(([where]) => [where, false])));
});

/** Lists numbers as an app did that didn't know their country's new ones yet. */
function listOld({ storage }: World, reason: string): void {
  using db = new DatabaseSync(storage.path);
  const add = db.prepare(`INSERT INTO do_not_call (id, source, number, reason, added_at, added_by)
    VALUES (?, 'person', ?, ?, 1, 'ada')`);
  for (const [where, other] of TWINS) add.run(where, other, reason);
}

test('an entry that was listed before its country had new numbers still forbids the call', async () => {
  const each = await world();
  listOld(each, '');
  const forbidding = await each.stores.submissions.forbidding(TWINS.map(([, , key]) => key));
  expect(forbidding).toEqual(TWINS.map(([where]) => expect.objectContaining({ id: where })));
});

test.each([true, false])(
  'an entry that was listed before its country had new numbers is erased with its person, kept blocked: %s',
  async (keepBlocking) => {
    const each = await world();
    listOld(each, 'Asked by telephone.');
    const numbers = TWINS.map(([, , key]) => key);
    const submissionIds: string[] = [];
    for (const number of numbers) submissionIds.push((await accepted(each, number)).id);
    const choice = { importRows: [], listedIds: [], holdIds: [], keepBlocking };
    await each.privacy.erase({ search: erasing(''), submissionIds, ...choice }, null);
    const forbidding = await each.stores.submissions.forbidding(numbers);
    expect(forbidding.filter(Boolean)).toHaveLength(keepBlocking ? numbers.length : 0);
    using db = new DatabaseSync(each.storage.path);
    expect(db.prepare("SELECT * FROM do_not_call WHERE number IS NOT NULL OR reason <> ''").all()).toEqual(
      [],
    );
  },
);

test('one person with both ways to write a number is held once', async () => {
  const { stores } = await world();
  const hold = { reason: 'A claim.', at: NOW, by: 'ada' };
  for (const [where, one, other] of TWINS) {
    expect(await stores.holds.place({ name: '', phoneNumber: one }, hold), where).toBe(true);
    expect(await stores.holds.place({ name: '', phoneNumber: other }, hold), where).toBe(false);
  }
});

test('a number that somebody else has, written otherwise, stays in texts', async () => {
  const { stores } = await world();
  const phonesOfSubject = async (submissionIds: string[]) =>
    (await stores.erasures.subjectOf({ submissionIds, search: erasing(''), listedIds: [] })).phones;
  for (const [where, one, other] of TWINS) {
    const [mine, theirs] = [submission(one), submission(other)];
    const both = expect.arrayContaining([one, other]);
    await stores.submissions.add([mine]);
    expect(await phonesOfSubject([mine.id]), where).toEqual(both);
    await stores.submissions.add([theirs]);
    expect(await phonesOfSubject([mine.id]), where).toEqual([]);
    expect(await phonesOfSubject([mine.id, theirs.id]), where).toEqual(both);
  }
});

test.each(TWINS)(
  '%s: all ways to write a number have one key, which is its own key',
  (_where, one, other) => {
    const key = callKey(one);
    expect(isSameTelephone(one, other)).toBe(true);
    expect(numbersWithKey(key)).toEqual(expect.arrayContaining([one, other]));
    expect(new Set(numbersWithKey(key).map(callKey))).toEqual(new Set([key]));
    expect(new Set(numbersWithKey(key)).size).toBe(numbersWithKey(key).length);
  },
);
