import { expect, test } from 'vitest';
import { addRequests } from '../storage/add-requests.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { openWorkspaces } from './workspaces-under-test.ts';

test('a workspace that is opened again continues to read the results left by an earlier run', async () => {
  const { path, stores, close } = await temporaryStorage();
  await addRequests({ stores }, 350);
  await stores.pins.pin('workspace-1', { path: '/score', label: 'Score', kind: 'number' });
  await close();
  const { storage, troubles } = await openWorkspaces({ path });
  const { pins, requests } = storage.stores;
  await expect.poll(() => pins.reading('workspace-1')).toBeNull();
  const [last] = await requests.rows('workspace-1', ['r349']);
  expect(last?.pinned).toEqual({ '/score': 349 });
  expect(troubles).toEqual([]);
});
