import { expect, test } from 'vitest';
import type { Target } from '../../../electron/notifications/compose.ts';
import { followTarget } from '../../../electron/notifications/follow-target.ts';
import { isInView, type View } from '../../../electron/notifications/in-view.ts';
import type { Happening } from '../../../shared/notifications.ts';

const completed: Happening = {
  kind: 'completed',
  workspaceId: 'acme',
  submissionId: 's1',
  requestId: 'r1',
  occurrence: 0,
};
const refused: Happening = { kind: 'rejected', workspaceId: 'acme', submissionId: 's1', occurrence: 1 };
const lost: Happening = { kind: 'signed_out', workspaceId: 'acme', occurrence: 1 };

function on(path: string, workspaceId = 'acme'): View {
  return { workspaceId, path, shows: (requestId) => requestId === 'r1' };
}

test('is seen on the page that shows it, in the window in front and the workspace it is about', () => {
  expect(isInView(completed, on('/requests'))).toBe(true);
  expect(isInView(completed, on('/requests/r1'))).toBe(true);
  expect(isInView({ ...completed, requestId: 'r2' }, on('/requests'))).toBe(false);
  // What a list showed last is not before anybody on another page.
  expect(isInView(completed, on('/settings'))).toBe(false);
  expect(isInView(refused, on('/outbox'))).toBe(true);
  expect(isInView(refused, on('/requests'))).toBe(false);
  expect(isInView(lost, on('/library'))).toBe(true);
  for (const each of [completed, refused, lost]) {
    expect(isInView(each, undefined)).toBe(false);
    for (const path of ['/requests', '/outbox']) expect(isInView(each, on(path, 'beta'))).toBe(false);
  }
});

async function click(target: Target, current: string): Promise<readonly unknown[]> {
  const done: unknown[] = [];
  await followTarget(target, {
    currentWorkspace: () => current,
    selectWorkspace: (id) => done.push(`select ${id}`),
    navigate: async (notice) => void done.push(notice),
    show: async () => void done.push('show'),
  });
  return done;
}

test('a click leads to its place, in its workspace first', async () => {
  const request = { workspaceId: 'beta', place: 'request', requestId: 'r1' } as const;
  const opened = { kind: 'link', link: { kind: 'request', requestId: 'r1' } };
  expect(await click(request, 'acme')).toEqual(['select beta', opened]);
  expect(await click(request, 'beta')).toEqual([opened]);
  expect(await click({ workspaceId: 'acme', place: 'outbox' }, 'acme')).toEqual([
    { kind: 'page', path: '/outbox' },
  ]);
  expect(await click({ workspaceId: 'acme', place: 'changed_requests' }, 'acme')).toEqual([
    { kind: 'page', path: '/requests?view=changed' },
  ]);
  expect(await click({ workspaceId: 'beta', place: 'sign_in' }, 'acme')).toEqual(['select beta', 'show']);
});
