import type { OutboxPart } from '../../shared/outbox.ts';
import type { RequestSort } from '../../shared/request.ts';
import type { RequestFilter } from '../../shared/request-filter.ts';
import { listName } from './list-name.ts';

/** Which tracked requests are asked for, and in which order. */
export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

/** The names of what is cached. The first word is what a change notice makes stale. */
export const queryKeys = {
  app: ['app'],
  settings: ['settings'],
  desktop: ['desktop'],
  updates: ['updates'],
  backup: ['backup'],
  exportProgress: ['export-progress'],
  signInPlan: ['sign-in plan'],
  health: ['diagnostics', 'health'],
  clock: ['diagnostics', 'clock'],
  databaseCheck: ['diagnostics', 'database check'],
  diagnosticsText: (includeAddresses: boolean) => ['diagnostics', 'text', includeAddresses],
  rules: ['rules'],
  callingTime: (phoneNumber: string, timeZone: string | null, notBefore: number | null) => [
    'rules',
    'calling time',
    phoneNumber,
    timeZone,
    notBefore,
  ],
  heldNow: (phoneNumbers: readonly string[]) => ['rules', 'held now', listName(phoneNumbers)],
  outbox: ['outbox'],
  outboxPage: (part: OutboxPart, offset: number) => ['outbox', 'page', part, offset],
  submission: (id: string) => ['outbox', 'submission', id],
  /** Of its own, not under the Outbox: a queue that sends hundreds would have it asked as often. */
  duplicates: ['duplicates'],
  duplicatesOf: (phoneNumber: string) => ['duplicates', 'of', phoneNumber],
  duplicatesByPhone: (phoneNumbers: readonly string[]) => ['duplicates', 'by phone', listName(phoneNumbers)],
  requests: ['requests'],
  requestPages: ['requests', 'page'],
  requestPage: (query: RequestQuery, offset: number) => ['requests', 'page', query, offset],
  /** Under the pages: they are shown among them. */
  requestRows: (requestIds: readonly string[]) => ['requests', 'page', 'rows', requestIds],
  /** What counts over all requests: asked less often than what is on screen. */
  requestCounts: ['requests', 'counted'],
  requestFilterValues: ['requests', 'counted', 'values'],
  requestViews: ['requests', 'counted', 'views'],
  requestHiddenBy: (filter: RequestFilter) => ['requests', 'counted', 'hidden by', filter],
  requestTotal: (filter: RequestFilter) => ['requests', 'counted', 'total', filter],
  requestPins: ['requests', 'pins'],
  request: (requestId: string) => ['requests', 'one', requestId],
  privacy: ['privacy'],
  retentionPreview: (days: number) => ['privacy', 'retention', days],
  library: ['library'],
  /** Of its own: it is counted over the whole history. */
  libraryUsage: ['library usage'],
  /** Of their own, not under the Outbox: they are counted over all rows of a file. */
  imports: ['imports'],
  /** Under one: a test of an address changes while it runs. */
  network: ['network'],
  networkTest: ['network', 'test'],
  insights: ['insights'],
  insightsOf: (part: string, ...about: readonly unknown[]) => ['insights', part, ...about],
} as const;

/** True for what belongs to the current workspace and must not outlive a change of it. */
export function isWorkspaceData(key: readonly unknown[]): boolean {
  return (
    key[0] !== 'app' &&
    key[0] !== 'settings' &&
    key[0] !== 'desktop' &&
    key[0] !== 'updates' &&
    key[0] !== 'backup'
  );
}
