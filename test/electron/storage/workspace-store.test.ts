import { describe, expect, test } from 'vitest';
import { sampleWorkspace } from '../sample-submission.ts';
import { temporaryStorage } from './temporary-storage.ts';

describe('workspaces', () => {
  test('are listed the oldest first, even after a change', async () => {
    const { stores } = await temporaryStorage();
    const second = sampleWorkspace({ id: 'workspace-2', kind: 'practice' });
    await stores.workspaces.save(second, 2000);
    const changed = { name: 'Renamed', authUrl: 'https://new.example', issuer: 'https://id.new.example/' };
    await stores.workspaces.save(sampleWorkspace(changed), 3000);
    expect(await stores.workspaces.list()).toEqual([sampleWorkspace(changed), second]);
  });

  test('are hidden and lose their secrets when they are removed', async () => {
    const { stores } = await temporaryStorage();
    await stores.secrets.save('workspace-1', 'tokens', Buffer.from('sealed'), []);
    await stores.workspaces.remove('workspace-1', 5000);
    expect(await stores.workspaces.list()).toEqual([]);
    expect(await stores.secrets.exists('workspace-1', 'tokens')).toBe(false);
  });
});

describe('sealed values', () => {
  test('are replaced one by one, without deleting those that cannot be decrypted', async () => {
    const { stores } = await temporaryStorage();
    const { secrets } = stores;
    await secrets.save('workspace-1', 'tokens', Buffer.from('unreadable'), []);
    await secrets.save('workspace-1', 'tokens', Buffer.from('first'), []);
    const [first] = await secrets.list('workspace-1', 'tokens');
    await secrets.save('workspace-1', 'tokens', Buffer.from('second'), [first?.id ?? -1]);
    const kept = await secrets.list('workspace-1', 'tokens');
    expect(kept.map(({ sealed }) => Buffer.from(sealed).toString())).toEqual(['second', 'unreadable']);
    await secrets.remove(kept.map(({ id }) => id));
    expect(await secrets.exists('workspace-1', 'tokens')).toBe(false);
    expect(await secrets.list('workspace-1', 'client_secret')).toEqual([]);
  });
});
