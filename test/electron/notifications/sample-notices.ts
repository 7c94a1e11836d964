import type { Notice } from '../../../electron/notifications/ports.ts';
import { type Settings, settings } from '../../../shared/settings.ts';

/** Default settings with changes. */
export function notificationSettings(changes: Partial<Settings> = {}): Settings {
  return { ...settings.parse({}), ...changes };
}

let lastId = 0;

/** A completed screening of Ada Lovelace, with changes. */
export function sampleNotice(changes: Partial<Notice> = {}): Notice {
  lastId += 1;
  return {
    id: lastId,
    kind: 'completed',
    workspaceId: 'workspace-1',
    workspaceName: 'Acme',
    occurrence: 0,
    at: 1000,
    submission: sampleSubject(),
    ...changes,
  };
}

export function sampleSubject(
  changes: Partial<NonNullable<Notice['submission']>> = {},
): NonNullable<Notice['submission']> {
  const id = `submission-${lastId}`;
  return {
    id,
    candidateName: 'Ada Lovelace',
    state: 'accepted',
    attempts: 1,
    requestId: `request-${lastId}`,
    outcome: 'assessed',
    ...changes,
  };
}
