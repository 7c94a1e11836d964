import { expect, test } from 'vitest';
import { KeptReviews } from '../../../electron/imports/kept-reviews.ts';
import type { HandlerContext } from '../../../electron/ipc/handlers/context.ts';
import { importsHandlers } from '../../../electron/ipc/handlers/import-handlers.ts';
import { privacyHandlers } from '../../../electron/ipc/handlers/privacy-handlers.ts';
import { workspacesHandlers } from '../../../electron/ipc/handlers/workspace-handlers.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';

const REVIEW = '5f0c2a52-5c0c-4e57-9a3c-0c8f9f8f6b11';

/** Reviews kept of two workspaces, and the calls that concern them. `removed`: how removing a workspace ends. */
async function keptReviewsOfTwo({ removed = ok(null) }: { removed?: Result<null> } = {}) {
  const context = {
    keptReviews: new KeptReviews(),
    inWorkspace: (run: (open: never, input: never) => unknown) => async (input: never) =>
      run({} as never, input),
    stores: {},
    workspaces: { remove: async () => removed },
    privacy: { erase: async () => ok({}) },
    backups: { dropOpened: async () => undefined },
  } as unknown as HandlerContext;
  const imports = importsHandlers(context);
  for (const workspaceId of ['acme', 'bolt']) {
    await imports.keepReview({ workspaceId, id: REVIEW, name: 'list.csv' });
    await imports.keepPart({ workspaceId, id: REVIEW, part: new TextEncoder().encode('Name\nAda') });
    await imports.keepChoices({ workspaceId, id: REVIEW, choices: '{}' });
  }
  const kept = async () => {
    const found: string[] = [];
    for (const workspaceId of ['acme', 'bolt']) {
      const review = await imports.keptReview({ workspaceId } as never);
      if (review.ok && review.value) found.push(workspaceId);
    }
    return found;
  };
  const part = () => imports.keptPart({ workspaceId: 'acme', id: REVIEW, index: 0 });
  return { kept, part, workspaces: workspacesHandlers(context), privacy: privacyHandlers(context) };
}

test('removing a workspace drops its kept review, and no other', async () => {
  const { kept, part, workspaces } = await keptReviewsOfTwo();
  expect(await kept()).toEqual(['acme', 'bolt']);
  await workspaces.remove({ id: 'acme' });
  expect(await kept()).toEqual(['bolt']);
  expect(await part()).toMatchObject({ error: { code: 'review_not_kept' } });
});

test('a workspace that could not be removed keeps its review', async () => {
  const { kept, workspaces } = await keptReviewsOfTwo({ removed: fail('workspace_closed') });
  await workspaces.remove({ id: 'acme' });
  expect(await kept()).toEqual(['acme', 'bolt']);
});

test('erasing a person drops every kept review, in whose files the person may be', async () => {
  const { kept, part, privacy } = await keptReviewsOfTwo();
  await privacy.erase({ workspaceId: 'acme', phoneNumber: '+12025550140' } as never);
  expect(await kept()).toEqual([]);
  expect(await part()).toMatchObject({ error: { code: 'review_not_kept' } });
});
