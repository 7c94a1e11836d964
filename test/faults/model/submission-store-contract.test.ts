import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { callKey } from '../../../shared/call-key.ts';
import type { Forbidding } from '../../../shared/do-not-call.ts';
import { sharedStorage } from '../../electron/storage/temporary-storage.ts';
import { InMemorySubmissionStore } from './in-memory-submission-store.ts';
import { submissionStoreContract } from './submission-store-contract.ts';

const ENTRY = { source: 'person', reason: '', addedAt: 1 } as const;

describe('the store in memory', () => {
  submissionStoreContract(async () => {
    const listed = new Map<string, Forbidding>();
    const store = new InMemorySubmissionStore(
      () => undefined,
      (phoneNumber) => listed.get(callKey(phoneNumber)) ?? null,
    );
    const forbid = async (phoneNumber: string) =>
      listed.set(callKey(phoneNumber), { id: phoneNumber, ...ENTRY });
    return { store, workspaceId: randomUUID(), forbid };
  });
});

describe('the store in SQLite', () => {
  const shared = sharedStorage();
  submissionStoreContract(async () => {
    const { storage, workspaceId } = await shared.withWorkspace();
    const { submissions: store, doNotCall } = storage.stores;
    const forbid = (phoneNumber: string) =>
      doNotCall.add([{ id: randomUUID(), phoneNumber, reason: '', addedAt: 1, addedBy: '' }]);
    return { store, workspaceId, forbid };
  });
});
