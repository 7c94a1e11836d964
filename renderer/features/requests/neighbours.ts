import type { RequestRow } from '../../../shared/request.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import type { ListOrder } from './live-order.ts';

/**
 * The id of the next or previous request: in the order on screen if both are loaded, otherwise in the current order of
 * the database. null at either end, and if the filter excludes the request.
 */
export async function findNeighbour(
  { api }: WorkspaceAccess,
  order: ListOrder | null,
  query: RequestQuery,
  requestId: string,
  step: 1 | -1,
): Promise<string | null> {
  const index = placeShown(order, requestId);
  const neighbour = index === null ? undefined : rowShown(order, index + step);
  if (neighbour) return neighbour.requestId;
  const place = index ?? (await api.requests.place({ requestId, ...query }));
  if (place === null || place + step < 0) return null;
  const { rows } = await api.requests.list({ ...query, offset: place + step, limit: 1 });
  return rows[0]?.requestId ?? null;
}

/** The index of a request in the order on screen; null if its page isn't loaded. */
export function placeShown(order: ListOrder | null, requestId: string): number | null {
  for (const [offset, rows] of order?.pages ?? []) {
    const at = rows.findIndex((row) => row.requestId === requestId);
    if (at !== -1) return offset + at;
  }
  return null;
}

function rowShown(order: ListOrder | null, index: number): RequestRow | undefined {
  for (const [offset, rows] of order?.pages ?? []) {
    if (index >= offset && index < offset + rows.length) return rows[index - offset];
  }
  return undefined;
}
