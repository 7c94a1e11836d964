import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { sharedStorage } from '../../electron/storage/temporary-storage.ts';
import { InMemorySubmissionStore } from './in-memory-submission-store.ts';
import { submissionStoreContract } from './submission-store-contract.ts';

describe('the store in memory', () => {
  submissionStoreContract(async () => ({ store: new InMemorySubmissionStore(), workspaceId: randomUUID() }));
});

describe('the store in SQLite', () => {
  const shared = sharedStorage();
  submissionStoreContract(async () => {
    const { storage, workspaceId } = await shared.withWorkspace();
    return { store: storage.stores.submissions, workspaceId };
  });
});
