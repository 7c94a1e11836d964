import { expect, test } from 'vitest';
import type { HandlerContext } from '../../../electron/ipc/handlers.ts';
import { submissionsHandlers } from '../../../electron/ipc/submission-handlers.ts';
import { changeBy, noRules, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { personActions } from '../submissions/person-actions.ts';

async function withHandlers() {
  const { stores } = await temporaryStorage();
  const outbox = personActions({
    store: stores.submissions,
    rules: async () => ({ ...(await noRules()), allowedCountries: ['DE'] }),
  });
  const context: Pick<HandlerContext, 'stores' | 'inWorkspace'> = {
    stores,
    inWorkspace: (run) => async (input) => run({ outbox } as never, input),
  };
  const { detail } = submissionsHandlers(context as HandlerContext);
  return { stores, detail: async (id: string, workspaceId = 'workspace-1') => detail({ id, workspaceId }) };
}

test('a discarded submission has a page with all that was asked and all that happened', async () => {
  const { stores, detail } = await withHandlers();
  const refused = sampleSubmission({ state: 'sending', attempts: 1 });
  await stores.submissions.add([refused]);
  const outcome = { name: 'refused_as_it_is', httpStatus: 422, answer: 'No such phone.' } as const;
  const answered = changeBy(refused, { type: 'answered', outcome, retryAt: 0 }, 2000);
  const discarded = changeBy(answered.submission, { type: 'discarded', by: 'discard' }, 3000);
  await stores.submissions.save([answered, discarded]);
  await stores.library.save('workspace-1', {
    kind: 'questionnaire',
    serviceId: refused.questionnaireTemplateId,
    name: 'General',
    note: '',
    defaultQuestionnaireId: null,
    fields: [],
  });
  const anew = sampleSubmission({ previousSubmissionId: refused.id, createdAt: 4000 });
  await stores.submissions.add([anew]);

  expect(await detail(refused.id)).toMatchObject({
    state: 'discarded',
    resumeUrl: refused.resumeUrl,
    questionnaireName: 'General',
    jobName: null,
    request: null,
    previous: null,
    following: [{ submissionId: anew.id, candidateName: 'Ada Lovelace', requestId: null, status: 'queued' }],
    history: [
      { code: 'discarded', at: 3000 },
      { code: 'rejected', values: { httpStatus: 422, answer: 'No such phone.' }, at: 2000 },
      { code: 'submitted', at: 1000 },
    ],
  });
  expect(await detail(anew.id)).toMatchObject({
    previous: { submissionId: refused.id, status: 'discarded' },
    following: [],
  });
});

test('an accepted submission names its request and what became of it, also where another one owns it', async () => {
  const { stores, detail } = await withHandlers();
  const owner = await addTracked({ stores }, 'ir_1', {}, 2000, 'COMPLETED');
  const sharing = await addTracked({ stores }, 'ir_1', {}, 3000);
  const request = { outcome: 'completed', status: 'COMPLETED' };
  expect(await detail(owner.id)).toMatchObject({ requestId: 'ir_1', request });
  expect(await detail(sharing.id)).toMatchObject({ requestId: 'ir_1', request });
});

test('a submission that waits has the rule that refuses to send it now, and no other has one', async () => {
  const { stores, detail } = await withHandlers();
  for (const [state, refusedNow] of [
    ['held', { code: 'country_not_allowed' }],
    ['draft', undefined],
  ] as const) {
    const submission = sampleSubmission({ state });
    await stores.submissions.add([submission]);
    expect((await detail(submission.id)).refusedNow).toEqual(refusedNow);
  }
});

test('a submission of another workspace is named with that workspace, and nothing of it is shown', async () => {
  const { stores, detail } = await withHandlers();
  await stores.workspaces.save(sampleWorkspace({ id: 'workspace-2', name: 'Berlin' }), 1);
  const foreign = sampleSubmission({ workspaceId: 'workspace-2' });
  await stores.submissions.add([foreign]);
  const workspace = { id: 'workspace-2', name: 'Berlin', removed: false };
  await expect(detail(foreign.id)).rejects.toMatchObject({
    failure: {
      ok: false,
      error: { code: 'submission_elsewhere', values: { workspace } },
    },
  });
  await stores.workspaces.remove('workspace-2', 9);
  await expect(detail(foreign.id)).rejects.toMatchObject({
    failure: { error: { values: { workspace: { removed: true } } } },
  });
});

test('a submission that nobody has is said not to be found', async () => {
  const { detail } = await withHandlers();
  await expect(detail('nobody')).rejects.toMatchObject({ code: 'submission_not_found' });
});
