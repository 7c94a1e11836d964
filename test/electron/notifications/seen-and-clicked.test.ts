import { expect, test } from 'vitest';
import { isInView, type View } from '../../../electron/notifications/in-view.ts';
import { targetNotice } from '../../../electron/notifications/target-notice.ts';
import type { NotifiableEvent } from '../../../shared/notifications.ts';

const completed: NotifiableEvent = {
  kind: 'completed',
  workspaceId: 'acme',
  submissionId: 's1',
  requestId: 'r1',
  occurrence: 0,
};
const refused: NotifiableEvent = { kind: 'rejected', workspaceId: 'acme', submissionId: 's1', occurrence: 1 };
const lost: NotifiableEvent = { kind: 'signed_out', workspaceId: 'acme', occurrence: 1 };

function on(path: string, workspaceId = 'acme'): View {
  return { workspaceId, path, shows: (requestId) => requestId === 'r1' };
}

test('an event is in view only on a page of its workspace that shows it, in a focused window', () => {
  expect(isInView(completed, on('/requests'))).toBe(true);
  expect(isInView(completed, on('/requests/r1'))).toBe(true);
  expect(isInView({ ...completed, requestId: 'r2' }, on('/requests'))).toBe(false);
  // On another page the list is hidden.
  expect(isInView(completed, on('/settings'))).toBe(false);
  expect(isInView(refused, on('/outbox'))).toBe(true);
  expect(isInView(refused, on('/outbox/needs-you'))).toBe(true);
  expect(isInView(refused, on('/requests'))).toBe(false);
  expect(isInView(lost, on('/library'))).toBe(true);
  for (const event of [completed, refused, lost]) {
    expect(isInView(event, undefined)).toBe(false);
    for (const path of ['/requests', '/outbox']) expect(isInView(event, on(path, 'beta'))).toBe(false);
  }
});

test("a click navigates to the event's page in its workspace", () => {
  const request = { workspaceId: 'beta', place: 'request', requestId: 'r1' } as const;
  expect(targetNotice(request)).toEqual({
    kind: 'link',
    link: { kind: 'request', requestId: 'r1', workspaceId: 'beta' },
  });
  expect(targetNotice({ workspaceId: 'acme', place: 'outbox' })).toEqual({
    kind: 'page',
    path: '/outbox',
    workspaceId: 'acme',
  });
  expect(targetNotice({ workspaceId: 'acme', place: 'changed_requests' })).toEqual({
    kind: 'page',
    path: '/requests?view=changed',
    workspaceId: 'acme',
  });
  expect(targetNotice({ workspaceId: 'beta', place: 'sign_in' })).toEqual({
    kind: 'workspace',
    workspaceId: 'beta',
  });
});
