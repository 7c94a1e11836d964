import { describe, expect, test } from 'vitest';
import { sampleWorkspace } from '../sample-submission.ts';
import { temporaryStorage } from './temporary-storage.ts';

describe('workspaces', () => {
  test('are listed the oldest first, and keep their place when they change', async () => {
    const { stores } = await temporaryStorage();
    const second = sampleWorkspace({ id: 'workspace-2', kind: 'practice' });
    await stores.workspaces.save(second, 2000);
    await stores.workspaces.save(sampleWorkspace({ name: 'Renamed', authUrl: 'https://new.example' }), 3000);
    expect(await stores.workspaces.list()).toEqual([
      sampleWorkspace({ name: 'Renamed', authUrl: 'https://new.example' }),
      second,
    ]);
  });

  test('that were removed are hidden with their secrets, and their submissions stay', async () => {
    const { stores } = await temporaryStorage();
    await stores.secrets.save('workspace-1', 'tokens', Buffer.from('sealed'), []);
    await stores.workspaces.remove('workspace-1', 5000);
    expect(await stores.workspaces.list()).toEqual([]);
    expect(await stores.secrets.exists('workspace-1', 'tokens')).toBe(false);
  });
});

describe('sealed values', () => {
  test('are replaced one by one; what cannot be opened stays beside its successor', async () => {
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
