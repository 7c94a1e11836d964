import type { OutboxPart } from '../../shared/outbox.ts';
import type { RequestSort } from '../../shared/request.ts';
import type { RequestFilter } from '../../shared/request-filter.ts';
import { arrayId } from './array-id.ts';

/** Which tracked requests are asked for, and in which order. */
export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

/** The names of what is cached and belongs to no workspace. The first word is what a change notice makes stale. */
export const queryKeys = {
  app: ['app'],
  settings: ['settings'],
  desktop: ['desktop'],
  updates: ['updates'],
  backup: ['backup'],
  exportProgress: ['export-progress'],
  health: ['diagnostics', 'health'],
  databaseCheck: ['diagnostics', 'database check'],
  diagnosticsText: (includeAddresses: boolean) => ['diagnostics', 'text', includeAddresses],
  privacy: ['privacy'],
  retentionPreview: (days: number) => ['privacy', 'retention', days],
  /** Under one: a test of an address changes while it runs. */
  network: ['network'],
  networkTest: ['network', 'test'],
} as const;

/**
 * The names of what is cached of one workspace: its id stands in each, behind the word that a change notice makes stale.
 * Nothing of one workspace can be taken for another's.
 */
export function workspaceKeys(id: string) {
  return {
    signInPlan: ['sign-in plan', id],
    clock: ['clock', id],
    rules: ['rules', id],
    callingTime: (phoneNumber: string, timeZone: string | null, notBefore: number | null) => [
      'rules',
      id,
      'calling time',
      phoneNumber,
      timeZone,
      notBefore,
    ],
    heldNow: (phoneNumbers: readonly string[]) => ['rules', id, 'held now', arrayId(phoneNumbers)],
    outbox: ['outbox', id],
    outboxPage: (part: OutboxPart, offset: number) => ['outbox', id, 'page', part, offset],
    submission: (submissionId: string) => ['outbox', id, 'submission', submissionId],
    /** Of its own, not under the Outbox: a queue that sends hundreds would have it asked as often. */
    duplicates: ['duplicates', id],
    duplicatesOf: (phoneNumber: string) => ['duplicates', id, 'of', phoneNumber],
    duplicatesByPhone: (phoneNumbers: readonly string[]) => [
      'duplicates',
      id,
      'by phone',
      arrayId(phoneNumbers),
    ],
    requests: ['requests', id],
    requestPages: ['requests', id, 'page'],
    requestPage: (query: RequestQuery, offset: number) => ['requests', id, 'page', query, offset],
    /** Under the pages: they are shown among them. */
    requestRows: (requestIds: readonly string[]) => ['requests', id, 'page', 'rows', requestIds],
    /** What counts over all requests: asked less often than what is on screen. */
    requestCounts: ['requests', id, 'counted'],
    requestFilterValues: ['requests', id, 'counted', 'values'],
    requestViews: ['requests', id, 'counted', 'views'],
    requestHiddenBy: (filter: RequestFilter) => ['requests', id, 'counted', 'hidden by', filter],
    requestTotal: (filter: RequestFilter) => ['requests', id, 'counted', 'total', filter],
    requestPins: ['requests', id, 'pins'],
    resultsReading: ['requests', id, 'reading'],
    request: (requestId: string) => ['requests', id, 'one', requestId],
    library: ['library', id],
    /** Of its own: it is counted over the whole history. */
    libraryUsage: ['library usage', id],
    /** Of their own, not under the Outbox: they are counted over all rows of a file. */
    imports: ['imports', id],
    insights: ['insights', id],
    insightsOf: (part: string, ...about: readonly unknown[]) => ['insights', id, part, ...about],
  } as const;
}

export type WorkspaceKeys = ReturnType<typeof workspaceKeys>;
