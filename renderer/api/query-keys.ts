import type { GroupCause, GroupedTab, GroupPart, OutboxPart } from '../../shared/outbox.ts';
import type { RequestSort } from '../../shared/request.ts';
import type { RequestFilter } from '../../shared/request-filter.ts';
import { objectId } from './object-id.ts';

/** Filter and order of tracked requests. */
export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

/** Query keys outside any workspace. Change notices invalidate by the first element. */
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
  doNotCall: ['do not call'],
  evidence: ['evidence'],
  holds: ['holds'],
  privacy: ['privacy'],
  retentionPreview: (days: number) => ['privacy', 'retention', days],
  network: ['network'],
} as const;

/**
 * Query keys of one workspace. Its ID is the second element of each, behind the element by which change notices invalidate,
 * so that no workspace can show another's data.
 */
export function workspaceKeys(id: string) {
  return {
    checkPlan: ['check plan', id],
    rules: ['rules', id],
    numberRefusal: (phoneNumber: string) => ['number rules', id, phoneNumber],
    judgedRows: (asked: object) => ['judged rows', id, objectId(asked)],
    callingTime: (phoneNumber: string, timeZone: string | null, notBefore: number | null) => [
      'rules',
      id,
      'calling time',
      phoneNumber,
      timeZone,
      notBefore,
    ],
    outbox: ['outbox', id],
    outboxPage: (part: OutboxPart, offset: number) => ['outbox', id, 'page', part, offset],
    outboxGroups: (tab: GroupedTab) => ['outbox', id, 'groups', tab],
    outboxGroupPage: (part: GroupPart, cause: GroupCause, offset: number) => [
      'outbox',
      id,
      'group',
      part,
      cause,
      offset,
    ],
    discardedPage: (offset: number) => ['outbox', id, 'discarded', offset],
    submission: (submissionId: string) => ['outbox', id, 'submission', submissionId],
    /** Also stale after a change of requests: the history of an accepted one goes on. */
    submissionDetails: ['outbox', id, 'detail'],
    submissionDetail: (submissionId: string) => ['outbox', id, 'detail', submissionId],
    /** Not under `outbox`: a search of all that is not accepted. */
    foundSubmissions: (words: string, limit: number) => ['found submissions', id, words, limit],
    /** Not under `outbox`, where a busy queue would refetch it with every submission. */
    duplicates: ['duplicates', id],
    duplicatesOf: (phoneNumber: string) => ['duplicates', id, 'of', phoneNumber],
    requests: ['requests', id],
    requestPages: ['requests', id, 'page'],
    requestPage: (query: RequestQuery, offset: number) => ['requests', id, 'page', query, offset],
    /** Under `page`, because these rows are shown among those of the pages. */
    requestRows: (requestIds: readonly string[]) => ['requests', id, 'page', 'rows', requestIds],
    /** Aggregates over all requests, refetched less often than rows on screen. */
    requestCounts: ['requests', id, 'counted'],
    requestFilterValues: ['requests', id, 'counted', 'values'],
    requestViews: ['requests', id, 'counted', 'views'],
    requestHiddenBy: (filter: RequestFilter) => ['requests', id, 'counted', 'hidden by', filter],
    requestTotal: (filter: RequestFilter) => ['requests', id, 'counted', 'total', filter],
    /** Not under `library`: it is what requests had. */
    answerExamples: (questionnaireId: string) => ['requests', id, 'counted', 'examples', questionnaireId],
    requestPins: ['requests', id, 'pins'],
    resultsReading: ['requests', id, 'reading'],
    request: (requestId: string) => ['requests', id, 'one', requestId],
    library: ['library', id],
    /** Not under `library`: an aggregate over the whole history. */
    libraryUsage: ['library usage', id],
    /** Not under `outbox`: an aggregate over all rows of a file. */
    imports: ['imports', id],
    insights: ['insights', id],
    insightsOf: (part: string, ...about: readonly unknown[]) => ['insights', id, part, ...about],
  } as const;
}

export type WorkspaceKeys = ReturnType<typeof workspaceKeys>;
