import type { RequestSort } from '../../shared/request.ts';

/** Which tracked requests are asked for, and in which order. */
export interface RequestFilter {
  readonly search: string;
  readonly status: string | null;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

/** The names of what is cached. The first word is what a change notice makes stale. */
export const queryKeys = {
  app: ['app'],
  settings: ['settings'],
  outbox: ['outbox'],
  submission: (id: string) => ['outbox', 'submission', id],
  /** Of its own, not under the Outbox: a queue that sends hundreds would have it asked as often. */
  duplicates: ['duplicates'],
  duplicatesOf: (phoneNumber: string) => ['duplicates', 'of', phoneNumber],
  duplicatesByPhone: (phoneNumbers: readonly string[]) => ['duplicates', 'by phone', phoneNumbers],
  requests: ['requests'],
  requestPages: ['requests', 'page'],
  requestPage: (filter: RequestFilter, offset: number) => ['requests', 'page', filter, offset],
  requestStatuses: ['requests', 'statuses'],
  request: (requestId: string) => ['requests', 'one', requestId],
  library: ['library'],
  insights: ['insights'],
  insightsOf: (sinceDays: number | null) => ['insights', sinceDays],
} as const;

/** True for what belongs to the current workspace and must not outlive a change of it. */
export function isWorkspaceData(key: readonly unknown[]): boolean {
  return key[0] !== 'app' && key[0] !== 'settings';
}
