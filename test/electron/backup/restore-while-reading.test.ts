import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { addRequests, QUESTIONNAIRE } from '../storage/add-requests.ts';
import { readAllResults } from '../storage/read-all-results.ts';
import { openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';
import { contentOf, restoreInto } from './archive.ts';

const OTHER = { path: '/other', label: 'Other', kind: 'number' } as const;
const COUNT = 250;

test('a backup made during a backfill restores every pinned field, and none that was being removed', async () => {
  const old = await temporaryStorage();
  await addRequests(old, COUNT, (nth) => ({ score: nth, other: -nth }));
  await old.stores.pins.pin('workspace-1', OTHER);
  await readAllResults(old);
  await old.stores.library.describe('workspace-1', QUESTIONNAIRE, '/score', {
    ...{
      path: '/score',
      label: 'Score',
      smallest: 0,
      largest: 1000,
      better: 'higher',
      headline: true,
      cover: 'covered',
    },
  });
  await old.stores.pins.unpin('workspace-1', '/other');
  const file = await contentOf(old.path);

  const path = join(temporaryFolder(), 'callboard.db');
  const here = { ...(await openTestStorage(path)), path };
  await restoreInto(here.path, file);
  const { pins, requests } = here.stores;
  expect(await pins.list('workspace-1')).toMatchObject([{ path: '/score' }]);
  await readAllResults(here);
  expect(await pins.reading('workspace-1')).toBeNull();
  const page = await requests.page({
    ...{ workspaceId: 'workspace-1', filter: NO_FILTER, sort: 'pin:/score' },
    ...{ descending: true, offset: 0, limit: 400 },
  });
  expect(page.total).toBe(COUNT);
  expect(page.rows.map(({ pinned }) => pinned)).toEqual(
    Array.from({ length: COUNT }, (_, nth) => ({ '/score': COUNT - 1 - nth })),
  );
  expect(page.rows[0]?.headline).toBe('Score: 249 of 1000');
});
