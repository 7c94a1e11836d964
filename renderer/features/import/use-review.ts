import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { type DuplicatesByPhone, useDuplicatesByPhone } from '../../api/duplicates.ts';
import { useLibrary } from '../../api/library.ts';
import { type CheckedRow, checkRows, createFieldChecker } from './check-rows.ts';
import { type ImportSession, importSession } from './import-session.ts';
import type { ImportState, OpenImport } from './import-state.ts';
import { judgeRows, type ReviewRow } from './judge-rows.ts';
import { libraryNames } from './library-names.ts';

/** The import of the open workspace. */
export function useImport(): { readonly session: ImportSession; readonly state: ImportState } {
  const session = importSession(useCurrentWorkspace());
  return { session, state: useSyncExternalStore(session.subscribe, session.state) };
}

/** The rows of an import that are not in the queue, judged. */
export interface JudgedImport {
  readonly rows: readonly ReviewRow[];
  /** Who was submitted before is not known yet. */
  readonly checking: boolean;
  /** Why it could not be found out; the queue itself still refuses duplicates. */
  readonly error: unknown;
}

/** Judges the rows of an import. */
export function useReview(open: OpenImport, sentBefore: ReadonlySet<string>): JudgedImport {
  const { source, mapping, corrections, queued, unclear, anyway, failure } = open;
  const library = useLibrary().data;
  const lookUp = useMemo(() => libraryNames(library ?? []), [library]);
  const check = useMemo(createFieldChecker, []);
  const checked = useMemo(
    () => checkRows(source, { mapping, corrections, check, lookUp }),
    [source, mapping, corrections, check, lookUp],
  );
  const { submitted, checking, error } = useSubmittedBefore(checked, failure);
  const rows = useMemo(
    () => judgeRows(checked, { queued, unclear, sentBefore, submitted, anyway }),
    [checked, queued, unclear, sentBefore, submitted, anyway],
  );
  return { rows, checking, error };
}

const NOBODY: DuplicatesByPhone = new Map();

/** Who among these was submitted before; asked anew when queueing fails, for that may be why. */
function useSubmittedBefore(checked: readonly CheckedRow[], failure: OpenImport['failure']) {
  const phones = useMemo(
    () => [...new Set(checked.flatMap(({ fields }) => (fields ? [fields.phoneNumber] : [])))].sort(),
    [checked],
  );
  const { data, error, isFetching, isPlaceholderData, refetch } = useDuplicatesByPhone(phones);
  useEffect(() => {
    if (failure) void refetch();
  }, [failure, refetch]);
  const unknown = data === undefined || isPlaceholderData;
  return { submitted: data ?? NOBODY, checking: isFetching && unknown, error };
}
