import { annotationOperations } from './annotation-operations.ts';
import { backupOperations } from './backup-operations.ts';
import { connectionReuseOperations } from './connection-reuse-operations.ts';
import { eraseOperations } from './erase-operations.ts';
import { eventOperations } from './event-operations.ts';
import { exportOperations } from './export-operations.ts';
import { importOperations } from './import-operations.ts';
import { insightsOperations } from './insights-operations.ts';
import { libraryOperations } from './library-operations.ts';
import { noticeOperations } from './notice-operations.ts';
import { outboxOperations } from './outbox-operations.ts';
import { pinOperations } from './pin-operations.ts';
import { proxySecretOperations } from './proxy-secret-operations.ts';
import { queueWaitOperations } from './queue-wait-operations.ts';
import { requestOperations } from './request-operations.ts';
import { retentionOperations } from './retention-operations.ts';
import { rulesOperations } from './rules-operations.ts';
import { submissionOperations } from './submission-operations.ts';
import { submitOperations } from './submit-operations.ts';
import { viewOperations } from './view-operations.ts';
import { secretOperations, workspaceOperations } from './workspace-operations.ts';

/** Everything the storage worker can do, by store. */
export const operations = {
  workspaces: workspaceOperations,
  secrets: secretOperations,
  proxySecrets: proxySecretOperations,
  submissions: { ...submissionOperations, ...submitOperations, ...outboxOperations },
  queueWaits: queueWaitOperations,
  connectionReuse: connectionReuseOperations,
  rules: rulesOperations,
  requests: requestOperations,
  annotations: annotationOperations,
  views: viewOperations,
  pins: pinOperations,
  exports: exportOperations,
  events: eventOperations,
  library: libraryOperations,
  imports: importOperations,
  insights: insightsOperations,
  erasures: eraseOperations,
  retention: retentionOperations,
  notices: noticeOperations,
  backup: backupOperations,
};
