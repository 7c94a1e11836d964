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

test('a workspace that is opened after the policy changed reads its results again by what they mean now', async () => {
  const { path, stores, close } = await temporaryStorage();
  await addRequests({ stores }, 3);
  const [row] = await stores.requests.rows('workspace-1', ['r2']);
  const id = row?.questionnaireTemplateId ?? '';
  const bare = { path: '/score', label: 'Score', smallest: null, largest: null, better: null } as const;
  const field = { ...bare, headline: true, cover: 'covered' } as const;
  await stores.library.describe('workspace-1', id, '/score', { ...field, label: 'Own' });
  await stores.rules.setPolicyMeaning({ described: [{ id, fields: [field] }], locked: false });
  await stores.library.applyPolicy('workspace-1');
  expect((await stores.requests.rows('workspace-1', ['r2']))[0]?.headline).toBe('Score: 2');
  await close();
  // This run has no policy any more.
  const { storage, troubles } = await openWorkspaces({ path });
  const headline = async () => (await storage.stores.requests.rows('workspace-1', ['r2']))[0]?.headline;
  await expect.poll(headline).toBe('Own: 2');
  expect(troubles).toEqual([]);
});
