import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { HoldPage, HoldSubjectInput } from '../../shared/holds.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useWorkspace, workspaceAccess } from './workspace.ts';

/** The holds in force, or those that ended: those of the first `pages` pages. */
export function useHoldPages(inForce: boolean, pages: number, enabled = true) {
  return useQuery({
    queryKey: [...queryKeys.holds, 'pages', inForce, pages],
    queryFn: () => fetchPages(inForce, pages),
    placeholderData: keepPreviousData,
    enabled,
  });
}

async function fetchPages(inForce: boolean, pages: number): Promise<HoldPage> {
  let list = await api.holds.page({ inForce, offset: 0 });
  for (let page = 1; page < pages && list.holds.length < list.count; page += 1) {
    const { holds, count } = await api.holds.page({ inForce, offset: list.holds.length });
    list = { count, holds: [...list.holds, ...holds] };
  }
  return list;
}

/** The holds in force that keep a submission with its request; `changedAt` reads them again, as tags may have changed. */
export function useHoldsOf(submissionId: string, tags: readonly string[]) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: [...queryKeys.holds, 'of', workspace.id, submissionId, tags],
    queryFn: () => workspace.api.holds.of({ submissionId }),
    placeholderData: keepPreviousData,
  });
}

interface PlacedHold {
  readonly workspaceId: string;
  readonly subject: HoldSubjectInput;
  readonly everywhere: boolean;
  readonly reason: string;
}

/** Places holds, in one workspace or in all. */
export function usePlaceHold() {
  return useMutation({
    mutationFn: ({ workspaceId, ...hold }: PlacedHold) => workspaceAccess(workspaceId).api.holds.place(hold),
  });
}

/** Ends a hold, with the reason. */
export function useReleaseHold() {
  return useMutation({
    mutationFn: (released: { readonly id: string; readonly reason: string }) => api.holds.release(released),
  });
}
