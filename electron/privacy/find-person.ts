import type {
  ErasureSubjectChoice,
  FoundImportRow,
  FoundListedNumber,
  FoundPerson,
  FoundSubmission,
  PersonSearch,
} from '../../shared/privacy.ts';
import { MAX_ERASED } from '../../shared/privacy.ts';
import type { Stores } from '../storage/stores/index.ts';

type ErasureStore = Stores['erasures'];

/** What was found about a person, before anybody asks what keeps it. */
export interface FoundEntries extends Pick<FoundPerson, 'listedNumbers' | 'mentions' | 'more'> {
  readonly submissions: readonly FoundSubmission[];
  readonly importRows: readonly FoundImportRow[];
}

/** Rows searched per storage operation, so that others can run in between. */
const BATCH_ROWS = 2000;

/**
 * Finds a person in all data, or only in `workspaceId` unless the search is for everywhere. The do-not-call list is always
 * searched: it belongs to no workspace.
 */
export async function findPerson(
  store: ErasureStore,
  search: PersonSearch,
  workspaceId: string | null,
): Promise<FoundEntries> {
  const within = search.everywhere ? null : workspaceId;
  const last = await store.lastRow();
  const submissions: FoundSubmission[] = [];
  for (let after = 0; after < last && submissions.length <= MAX_ERASED; after += BATCH_ROWS) {
    submissions.push(...(await store.findSubmissions(search, within, after, after + BATCH_ROWS)));
  }
  const importRows: FoundImportRow[] = [];
  for (const importId of await store.importsIn(within)) {
    if (importRows.length > MAX_ERASED) break;
    importRows.push(...(await store.findImportRows(search, importId)));
  }
  const listed = submissions.slice(0, MAX_ERASED);
  const listedNumbers = await findListedNumbers(store, search);
  return {
    submissions: listed.toSorted((one, other) => other.submittedAt - one.submittedAt),
    importRows: importRows.slice(0, MAX_ERASED),
    listedNumbers: listedNumbers.slice(0, MAX_ERASED),
    mentions: await countMentions(store, {
      search,
      submissionIds: listed.filter((each) => isLikely(each, search)).map((each) => each.submissionId),
      listedIds: listedNumbers.filter((each) => isLikely(each, search)).map((each) => each.id),
    }),
    more: [submissions, importRows, listedNumbers].some(({ length }) => length > MAX_ERASED),
  };
}

async function findListedNumbers(store: ErasureStore, search: PersonSearch): Promise<FoundListedNumber[]> {
  const last = await store.lastListedRow();
  const found: FoundListedNumber[] = [];
  for (let after = 0; after < last && found.length <= MAX_ERASED; after += BATCH_ROWS) {
    found.push(...(await store.findListedNumbers(search, after, after + BATCH_ROWS)));
  }
  return found;
}

/** Whether it surely is this person: a number is theirs alone, while a name may be somebody else's, too. */
function isLikely({ foundBy }: Pick<FoundSubmission, 'foundBy'>, { phone }: PersonSearch): boolean {
  return phone === '' || foundBy !== 'name';
}

async function countMentions(store: ErasureStore, choice: ErasureSubjectChoice): Promise<number> {
  const last = await store.lastRow();
  const subject = await store.subjectOf(choice);
  let count = await store.countMentions(subject, 0, 0);
  for (let after = 0; after < last; after += BATCH_ROWS) {
    count += await store.countMentions(subject, after, after + BATCH_ROWS);
  }
  return count;
}
