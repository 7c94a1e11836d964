import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HoldPage } from '../../shared/holds.ts';
import { api, queries } from './api.ts';
import { useWorkspace } from './workspace.ts';

/** The holds of the first `pages` pages. */
export function useHoldPages(pages: number) {
  return useQuery({
    queryKey: [...queries.holds.page.queryKey, pages],
    queryFn: () => fetchPages(pages),
    placeholderData: keepPreviousData,
  });
}

async function fetchPages(pages: number): Promise<HoldPage> {
  let list = await api.holds.page({ offset: 0 });
  for (let page = 1; page < pages && list.holds.length < list.count; page += 1) {
    const { holds, count } = await api.holds.page({ offset: list.holds.length });
    list = { count, holds: [...list.holds, ...holds] };
  }
  return list;
}

/** The holds that keep a submission with its request. */
export function useHoldsOf(submissionId: string) {
  return useQuery({
    ...useWorkspace().queries.holds.of({ submissionId }),
    placeholderData: keepPreviousData,
  });
}

export function releaseHold(id: string): Promise<unknown> {
  return api.holds.release({ id });
}
