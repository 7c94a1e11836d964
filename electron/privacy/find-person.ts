import type {
  ErasureChoice,
  FoundImportRow,
  FoundPerson,
  FoundSubmission,
  PersonSearch,
} from '../../shared/privacy.ts';
import { MAX_ERASED } from '../../shared/privacy.ts';
import type { ErasureStore } from './ports.ts';

/** Rows searched per storage operation, so that others can run in between. */
const BATCH_ROWS = 2000;

/** Finds a person in all data, or only in `workspaceId` unless the search is for everywhere. */
export async function findPerson(
  store: ErasureStore,
  search: PersonSearch,
  workspaceId: string | null,
): Promise<FoundPerson> {
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
  return {
    submissions: listed.toSorted((one, other) => other.submittedAt - one.submittedAt),
    importRows: importRows.slice(0, MAX_ERASED),
    mentions: await countMentions(store, {
      search,
      submissionIds: listed.filter((each) => isLikely(each, search)).map((each) => each.submissionId),
    }),
    more: submissions.length > MAX_ERASED || importRows.length > MAX_ERASED,
  };
}

/** Whether it surely is this person: a number is theirs alone, while a name may be somebody else's, too. */
function isLikely({ foundBy }: FoundSubmission, { phone }: PersonSearch): boolean {
  return phone === '' || foundBy !== 'name';
}

async function countMentions(
  store: ErasureStore,
  choice: Pick<ErasureChoice, 'search' | 'submissionIds'>,
): Promise<number> {
  const last = await store.lastRow();
  const subject = await store.subjectOf(choice);
  let count = await store.countMentions(subject, 0, 0);
  for (let after = 0; after < last; after += BATCH_ROWS) {
    count += await store.countMentions(subject, after, after + BATCH_ROWS);
  }
  return count;
}
