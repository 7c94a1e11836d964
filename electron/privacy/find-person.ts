import type {
  ErasureChoice,
  FoundImportRow,
  FoundPerson,
  FoundSubmission,
  PersonSearch,
} from '../../shared/privacy.ts';
import { MAX_ERASED } from '../../shared/privacy.ts';
import type { ErasureStore } from './ports.ts';

/** So many rows are looked at before whatever else waits gets its turn. */
const ROWS_AT_A_TIME = 2000;

/** Looks everywhere for a person; `workspaceId` is the one looked in where the search is not for everywhere. */
export async function findPerson(
  store: ErasureStore,
  search: PersonSearch,
  workspaceId: string | null,
): Promise<FoundPerson> {
  const within = search.everywhere ? null : workspaceId;
  const last = await store.lastRow();
  const submissions: FoundSubmission[] = [];
  for (let after = 0; after < last && submissions.length <= MAX_ERASED; after += ROWS_AT_A_TIME) {
    submissions.push(...(await store.findSubmissions(search, within, after, after + ROWS_AT_A_TIME)));
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

/** The number is the person's own; a name alone may be another's with the same one. */
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
  for (let after = 0; after < last; after += ROWS_AT_A_TIME) {
    count += await store.countMentions(subject, after, after + ROWS_AT_A_TIME);
  }
  return count;
}
