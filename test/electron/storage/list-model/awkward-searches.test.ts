import { beforeAll, expect, test } from 'vitest';
import { NO_FILTER } from '../../../../shared/request-filter.ts';
import type { Submission } from '../../../../shared/submission.ts';
import { sampleSubmission } from '../../sample-submission.ts';
import { answered } from '../answered.ts';
import { addTracked, sharedStorage } from '../temporary-storage.ts';
import { ModelledList } from './modelled-list.ts';

const shared = sharedStorage();
const JOB = '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';

interface Found {
  readonly name: string;
  readonly phone?: string;
  readonly job?: string;
  readonly notes?: string;
  readonly tags?: string[];
  readonly results?: unknown;
}

const MANY_WORDS = Array.from({ length: 2600 }, (_, nth) => `turn${nth}`);
const deep = (value: unknown, levels: number): unknown =>
  levels === 0 ? value : { of: deep(value, levels - 1) };

/** Requests by id. */
const REQUESTS: Readonly<Record<string, Found>> = {
  thessaloniki: { name: 'Θεσσαλονίκη Μουσική', phone: '+302101234567' },
  moustakas: { name: 'ΜΟΥΣΤΑΚΑΣ' },
  tagged: { name: 'Tagged One', tags: ['Θεσσαλία', 'Κηπουρός', 'round-2'] },
  gardener: { name: 'Gardener', job: '4f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b' },
  anna: { name: 'Anna-Lena Meyer', notes: 'speaks Dutch' },
  lena: { name: 'Lena', tags: ['annas team'] },
  obrien: { name: 'Conor O’Brien', phone: '+4915123456789' },
  brien: { name: "Sinéad O'Brien" },
  isik: { name: 'Işık İpek' },
  khwarizmi: { name: 'الخوارزميّ', notes: 'يَتَكَلَّم' },
  strasse: { name: 'Jörg Straße', phone: '+12025550143' },
  yoshida: { name: '𠮷田 高橋' },
  ligature: { name: 'Soﬁa', results: { comment: 'Certificate of welding', level: 'ab' } },
  turns: { name: 'Talker', results: { transcript: [...MANY_WORDS, 'Forklift'].map((said) => ({ said })) } },
  novelist: {
    name: 'Novelist',
    notes: [...MANY_WORDS, 'Scaffolding'].map((word) => word.replace('turn', 'n')).join(' '),
  },
  nested: { name: 'Nested', results: deep({ said: 'Bricklaying' }, 30) },
};

interface Search {
  readonly search: string;
  readonly finds: readonly string[];
}

const SEARCHES: readonly Search[] = [
  // Greek: σ and ς are one letter, and so is their capital.
  { search: 'ΘΕΣΣΑ', finds: ['tagged', 'thessaloniki'] },
  { search: 'Θεσσα', finds: ['tagged', 'thessaloniki'] },
  { search: 'ΘΕΣΣ', finds: ['tagged', 'thessaloniki'] },
  { search: 'ΘΕΣ', finds: ['tagged', 'thessaloniki'] },
  { search: 'ΜΟΥΣ', finds: ['moustakas', 'thessaloniki'] },
  { search: 'μουσ', finds: ['moustakas', 'thessaloniki'] },
  { search: 'ΜΟΥΣΤΑΚΑΣ', finds: ['moustakas'] },
  { search: 'κηπουρος', finds: ['gardener', 'tagged'] },
  { search: 'κηπουροσ', finds: ['gardener', 'tagged'] },
  { search: 'ΚΗΠΟΥΡΟΣ', finds: ['gardener', 'tagged'] },
  // Joined words may occur in different texts.
  { search: 'anna-lena', finds: ['anna', 'lena'] },
  { search: 'lena-anna', finds: ['anna', 'lena'] },
  { search: 'meyer-dutch', finds: ['anna'] },
  { search: 'tagged-round', finds: ['tagged'] },
  { search: 'round-2', finds: ['tagged'] },
  // There are several apostrophes, and people omit them.
  { search: 'O’Brien', finds: ['brien', 'obrien'] },
  { search: "o'brien", finds: ['brien', 'obrien'] },
  { search: 'OBRIEN', finds: ['brien', 'obrien'] },
  { search: 'brien', finds: ['brien', 'obrien'] },
  { search: 'o brien', finds: ['brien', 'obrien'] },
  { search: 'O’Brien Conor', finds: ['obrien'] },
  // Phone numbers in formats that people use.
  { search: '+49 (0)151 234', finds: ['obrien'] },
  { search: '+49 (0)151-234-567 89', finds: ['obrien'] },
  { search: '0151 23456789', finds: ['obrien'] },
  { search: '004915123456789', finds: ['obrien'] },
  { search: '456789', finds: ['obrien'] },
  { search: '789', finds: ['obrien'] },
  { search: '+49', finds: ['obrien'] },
  { search: '49', finds: ['obrien'] },
  { search: '(202) 555-0143', finds: ['strasse'] },
  { search: '0143', finds: ['strasse'] },
  { search: '15123456780', finds: [] },
  // One or two letters, and letters with several spellings.
  { search: 'i', finds: ['isik'] },
  { search: 'ı', finds: ['isik'] },
  { search: 'IŞIK', finds: ['isik'] },
  { search: 'isik ipek', finds: ['isik'] },
  { search: 'İPEK', finds: ['isik'] },
  { search: 'ışık', finds: ['isik'] },
  { search: 'strasse', finds: ['strasse'] },
  { search: 'STRAẞE', finds: ['strasse'] },
  { search: 'joerg', finds: [] },
  { search: 'jorg', finds: ['strasse'] },
  { search: 'sofia', finds: ['ligature'] },
  { search: 'Soﬁ', finds: ['ligature'] },
  { search: 'الخوارزمي', finds: ['khwarizmi'] },
  { search: 'الخوارزميّ', finds: ['khwarizmi'] },
  { search: 'ا', finds: ['khwarizmi'] },
  { search: 'يتكلم', finds: ['khwarizmi'] },
  { search: '𠮷', finds: ['yoshida'] },
  { search: '𠮷田', finds: ['yoshida'] },
  { search: '高', finds: ['yoshida'] },
  // Results are found by three letters or more.
  { search: 'wel', finds: ['ligature'] },
  { search: 'certificate', finds: ['ligature'] },
  { search: 'ab', finds: [] },
  // All terms must match; those after the twelfth are ignored.
  { search: 'a n n a l e n a m e y', finds: [] },
  { search: 'a an ann anna l le len lena m me mey meye', finds: ['anna'] },
  { search: 'a an ann anna l le len lena m me mey meye nobody', finds: ['anna'] },
  { search: 'a an ann anna l le len lena m me mey nobody', finds: [] },
  // A search without terms matches everything; syntax is treated as text.
  { search: ' - "*" ', finds: Object.keys(REQUESTS) },
  { search: 'anna* OR lena', finds: [] },
  { search: '"anna" meyer', finds: ['anna'] },
  // Words are found after very many others, and at any depth.
  { search: 'turn2', finds: ['turns'] },
  { search: 'turn2500', finds: ['turns'] },
  { search: 'forklift', finds: ['turns'] },
  { search: 'scaffolding', finds: ['novelist'] },
  { search: 'bricklaying', finds: ['nested'] },
];

let list: ModelledList;
let workspaceId: string;

beforeAll(async () => {
  const opened = await shared.withWorkspace();
  workspaceId = opened.workspaceId;
  list = new ModelledList(opened.storage, [workspaceId]);
  for (const [id, request] of Object.entries(REQUESTS)) await add(id, request);
  await opened.storage.stores.library.save(workspaceId, {
    kind: 'job_description',
    serviceId: REQUESTS['gardener']?.job ?? '',
    name: 'Κηπουρός',
    note: '',
  });
  await list.readWords();
});

async function add(id: string, { name, phone, job, notes, tags, results }: Found): Promise<void> {
  const { storage } = list;
  const asked: Partial<Submission> = {
    workspaceId,
    candidateName: name,
    phoneNumber: phone ?? '+34600000000',
    jobDescriptionId: job ?? JOB,
  };
  const submission = await addTracked(storage, id, sampleSubmission(asked), 2000);
  list.accepted(submission, list.place(), id, 'PENDING', 2000);
  const { annotations } = storage.stores;
  if (results !== undefined) {
    await answered(
      storage,
      id,
      { request_id: id, status: 'PENDING', assessment_results: results },
      { workspaceId },
    );
    list.change(workspaceId, id, () => ({ results: JSON.parse(JSON.stringify(results)), hasResults: true }));
  }
  if (notes !== undefined) {
    await annotations.setNotes(workspaceId, id, notes, 3000);
    list.change(workspaceId, id, () => ({ notes }));
  }
  if (tags) {
    await annotations.annotate(workspaceId, [id], { addTags: tags }, 3000);
    list.change(workspaceId, id, () => ({ tags }));
  }
}

async function foundByStorage(search: string): Promise<string[]> {
  const { rows } = await list.storage.stores.requests.page({
    workspaceId,
    filter: { ...NO_FILTER, search },
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 100,
  });
  return rows.map(({ requestId }) => requestId).toSorted();
}

test.each(SEARCHES)('the plain scan finds $finds by "$search"', ({ search, finds }) => {
  const found = list.scan(workspaceId).matching({ ...NO_FILTER, search });
  expect(found.map(({ requestId }) => requestId).toSorted()).toEqual([...finds].sort());
});

test.each(SEARCHES)('the list finds $finds by "$search"', async ({ search, finds }) => {
  expect(await foundByStorage(search)).toEqual([...finds].sort());
});
