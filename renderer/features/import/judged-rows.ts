import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callKey } from '../../../shared/call-key.ts';
import type { JudgedRow, RowsAsked, RowToJudge } from '../../../shared/imports.ts';
import { betweenFrames } from '../../api/after-paint.ts';
import { objectId, type WorkspaceAccess } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';

/** Rows per call, so that no single call holds up the window; more only if they have one telephone. */
const CHUNK_SIZE = 1000;
/** Calls in flight: while main answers one, the next is handed over. */
const CONCURRENCY = 2;

/**
 * Hours begin, days pass, and colleagues submit meanwhile; thousands of rows are asked about again so seldom that it takes little
 * of the time.
 */
const REFETCH_MS = 60_000;
const REFETCH_SHARE = 20;

interface RowsToJudge {
  /** In the order of the file. */
  readonly rows: () => Iterable<RowToJudge>;
  /** What was chosen for all. */
  readonly choices: Omit<RowsAsked, 'rows'>;
}

export type JudgedRows = ReadonlyMap<number, JudgedRow | null>;

interface Judged {
  readonly asked: RowsToJudge;
  /** When main was asked first for any of these, UTC ms. */
  readonly at: number;
  readonly byTelephone: ReadonlyMap<string, readonly RowToJudge[]>;
  /** By row number. */
  readonly rows: JudgedRows;
  /** How long that took, ms. */
  readonly took: number;
}

/**
 * What would become of rows of a file if they were queued now, asked while `enabled`. If rows change, only those are asked
 * about whose telephone a changed row has; all of them if the choices or anything that main knows change. `asked` has to be
 * memoised.
 */
export function useJudgedRows(asked: RowsToJudge, enabled: boolean) {
  const workspace = useWorkspace();
  const before = useRef<Judged>(undefined);
  const query = useQuery({
    queryKey: [...workspace.queries.imports.judgeRows.queryKey, objectId(asked)],
    queryFn: ({ client, queryKey, signal }) => {
      const isOutdated = client.getQueryState(queryKey)?.isInvalidated === true;
      return judgeRows(workspace, asked, isOutdated ? undefined : before.current, signal);
    },
    enabled,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    // Asked again once something is known to have changed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => Math.max(REFETCH_MS, REFETCH_SHARE * (state.data?.took ?? 0)),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const { data, error, isFetching, isPlaceholderData, isStale, refetch } = query;
  useEffect(() => {
    if (isStale && !isPlaceholderData) before.current = undefined;
    else if (!isPlaceholderData) before.current = data;
  }, [data, isPlaceholderData, isStale]);
  const isUnknown = data === undefined || isPlaceholderData;
  return { rows: data?.rows, checking: isFetching && isUnknown, error, refetch };
}

async function judgeRows(
  { api }: WorkspaceAccess,
  asked: RowsToJudge,
  before: Judged | undefined,
  signal: AbortSignal,
): Promise<Judged> {
  const now = Date.now();
  const isUsable = before?.asked.choices === asked.choices && before.asked !== asked;
  const known = isUsable && now < before.at + REFETCH_MS ? before : undefined;
  const byTelephone = new Map<string, RowToJudge[]>();
  for await (const row of betweenFrames(asked.rows())) {
    const key = callKey(row.phoneNumber);
    const same = byTelephone.get(key);
    if (same) same.push(row);
    else byTelephone.set(key, [row]);
    signal.throwIfAborted();
  }
  const rows = new Map<number, JudgedRow | null>();
  const changed: RowToJudge[][] = [];
  for await (const [key, same] of betweenFrames(byTelephone)) {
    signal.throwIfAborted();
    if (same.every(({ queued }) => queued)) continue;
    if (!known || !isSame(same, known.byTelephone.get(key))) changed.push(same);
    else for (const { number } of same) rows.set(number, known.rows.get(number) ?? null);
  }
  const chunks = chunksOf(changed);
  const ask = async (): Promise<void> => {
    // The workers share one iterator.
    for (const chunk of chunks) {
      const answers = await api.imports.judgeRows({ ...asked.choices, rows: chunk });
      signal.throwIfAborted();
      for (const [index, { number }] of chunk.entries()) rows.set(number, answers[index] ?? null);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, ask));
  return { asked, at: known?.at ?? now, byTelephone, rows, took: known?.took ?? Date.now() - now };
}

/** All rows with one telephone are in one chunk, as they depend on each other. */
function* chunksOf(telephones: readonly (readonly RowToJudge[])[]): Generator<readonly RowToJudge[]> {
  let chunk: RowToJudge[] = [];
  for (const rows of telephones) {
    for (const row of rows) chunk.push(row);
    if (chunk.length < CHUNK_SIZE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function isSame(rows: readonly RowToJudge[], others: readonly RowToJudge[] | undefined): boolean {
  return (
    rows.length === others?.length &&
    rows.every((row, at) => {
      const other = others[at];
      return (
        row.number === other?.number &&
        row.phoneNumber === other.phoneNumber &&
        row.noticeOn === other.noticeOn &&
        row.anyway === other.anyway &&
        row.queued === other.queued
      );
    })
  );
}
