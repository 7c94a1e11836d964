import type { Asynchronous } from '../operation.ts';
import { sharedNumberStore } from '../team/shared-lists.ts';
import { annotationStore, decisionStore } from './annotation-store.ts';
import { doNotCallStore, policyListStore } from './do-not-call-store.ts';
import { erasureStore } from './erasure-store.ts';
import { evidenceStore } from './evidence-store.ts';
import { backupCountStore, exportStore } from './export-store.ts';
import { historyStore } from './history-store.ts';
import { holdStore } from './hold-store.ts';
import { importStore } from './import-store.ts';
import { insightsStore } from './insights-store.ts';
import { libraryStore } from './library-store.ts';
import { noticeStore } from './notice-store.ts';
import { outboxStore } from './outbox-store.ts';
import { requestStore } from './request-store.ts';
import { retentionStore } from './retention-store.ts';
import { submissionPageStore, submissionSearchStore } from './submission-page-store.ts';
import { submissionStore } from './submission-store.ts';
import { teamClaimStore } from './team-claim-store.ts';
import { teamRecordStore } from './team-record-store.ts';
import { teamStore } from './team-store.ts';
import { pinStore, viewStore } from './view-store.ts';
import {
  connectionReuseStore,
  proxySecretStore,
  rulesStore,
  sealedValues,
  secretStore,
  serviceWaitStore,
  workspaceStore,
} from './workspace-store.ts';

/** The operations of the storage worker, by store. */
export const stores = {
  workspaces: workspaceStore,
  secrets: secretStore,
  proxySecrets: proxySecretStore,
  appSecrets: sealedValues('app_secrets', 'part'),
  submissions: {
    ...submissionStore,
    ...outboxStore,
    ...submissionPageStore,
    ...submissionSearchStore,
  },
  serviceWaits: serviceWaitStore,
  connectionReuse: connectionReuseStore,
  rules: rulesStore,
  doNotCall: { ...doNotCallStore, ...policyListStore },
  decisions: decisionStore,
  requests: requestStore,
  annotations: annotationStore,
  views: viewStore,
  pins: pinStore,
  exports: exportStore,
  events: historyStore,
  evidence: evidenceStore,
  library: libraryStore,
  imports: importStore,
  insights: insightsStore,
  erasures: erasureStore,
  retention: retentionStore,
  holds: holdStore,
  notices: noticeStore,
  teams: teamStore,
  teamClaims: teamClaimStore,
  teamRecords: { ...teamRecordStore, ...sharedNumberStore },
  backup: backupCountStore,
};

type Operations = typeof stores;

/** The stores as the rest of the app has them; each operation resolves after its change is synced to the disk. */
export type Stores = { readonly [Name in keyof Operations]: Asynchronous<Operations[Name]> };
