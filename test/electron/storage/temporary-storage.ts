import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import type { Submission } from '../../../shared/submission.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { workerFile } from '../../worker-files.ts';
import { acceptance, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { layEmptyDatabase, openInKeptThread } from './storage-threads.ts';

export const WORKER_FILE = workerFile('storage-worker');

/** Opens the database at `path`, and closes it after the test. */
export async function openTestStorage(path: string): Promise<Storage> {
  const storage = await openInKeptThread(path);
  onTestFinished(() => storage.close());
  return storage;
}

/** A new database with one workspace, `workspace-1`. */
export async function temporaryStorage(): Promise<Storage & { readonly path: string }> {
  const path = join(temporaryFolder(), 'callboard.db');
  layEmptyDatabase(path);
  const storage = await openTestStorage(path);
  await storage.stores.workspaces.save(sampleWorkspace(), 1000);
  return { ...storage, path };
}

/**
 * One new database for all tests of a file, in which each test uses its own workspace. Call it at the top of the file
 * or of a `describe`.
 */
export function sharedStorage() {
  let opened: { readonly storage: Storage; readonly folder: string } | undefined;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
    const path = join(folder, 'callboard.db');
    layEmptyDatabase(path);
    opened = { storage: await openInKeptThread(path), folder };
  });
  afterAll(async () => {
    await opened?.storage.close();
    if (opened) rmSync(opened.folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    /** The database, and the id of a new workspace in it. */
    withWorkspace: async (): Promise<{ storage: Storage; workspaceId: string }> => {
      if (!opened) throw new Error('The shared storage is opened before the first test.');
      const workspaceId = randomUUID();
      // A separate service, because workspaces of the same service share duplicates.
      const baseUrl = `https://${workspaceId}.example`;
      await opened.storage.stores.workspaces.save(sampleWorkspace({ id: workspaceId, baseUrl }), 1000);
      return { storage: opened.storage, workspaceId };
    },
  };
}

/** Adds a submission that the service has accepted with this request id. */
export async function addTracked(
  { stores }: Pick<Storage, 'stores'>,
  requestId: string,
  changes: Partial<Submission> = {},
  acceptedAt = 2000,
  status = 'PENDING',
): Promise<Submission> {
  const submission = sampleSubmission(changes);
  await stores.submissions.add([submission]);
  await stores.submissions.save(acceptance(submission, requestId, acceptedAt, status));
  return submission;
}
