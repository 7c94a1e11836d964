import { describe, expect, it } from 'vitest';
import { createApi, createWorkspaceApi } from '../../renderer/api/api.ts';
import { ApiError, toApiError } from '../../renderer/api/api-error.ts';
import { problem } from '../../shared/input-problems.ts';
import { fail, ok } from '../../shared/result.ts';

describe('the client of the IPC contract', () => {
  it('calls the channel that its path spells, with the input', async () => {
    const calls: unknown[] = [];
    const api = createApi(async (channel, input) => {
      calls.push([channel, input]);
      return ok(null);
    });
    await api.workspaces.select({ id: 'w1' });
    await api.app.state();
    expect(calls).toEqual([
      ['workspaces.select', { id: 'w1' }],
      ['app.state', undefined],
    ]);
  });

  it('names its workspace in every call, whatever the input says', async () => {
    const calls: [string, unknown][] = [];
    const api = createWorkspaceApi(async (channel, input) => {
      calls.push([channel, input]);
      return ok(null);
    }, 'w1');
    await api.submissions.outbox();
    await api.submissions.takeBack({ id: 's1' });
    const sly: { id: string } = Object.assign({ id: 's2' }, { workspaceId: 'w2' });
    await api.submissions.takeBack(sly);
    expect(calls).toEqual([
      ['submissions.outbox', { workspaceId: 'w1' }],
      ['submissions.takeBack', { id: 's1', workspaceId: 'w1' }],
      ['submissions.takeBack', { id: 's2', workspaceId: 'w1' }],
    ]);
  });

  it('answers the value of a Result', async () => {
    const api = createWorkspaceApi(async () => ok({ queued: 3 }), 'w1');
    await expect(api.submissions.submitMany({ submissions: [] })).resolves.toEqual({ queued: 3 });
  });

  it('throws an error that was answered, with its code, words and fields', async () => {
    const api = createApi(async () =>
      fail('invalid_input', {
        problems: [
          { field: 'baseUrl', problem: problem('address_incomplete') },
          { field: 'name', problem: problem('too_long', { most: 80 }) },
          { field: 'baseUrl', problem: problem('address_not_https') },
        ],
      }),
    );
    const error = await api.workspaces.openPractice().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'invalid_input',
      message: 'Enter a full address that starts with https://',
      fields: {
        baseUrl: 'Enter a full address that starts with https://',
        name: 'Use at most 80 characters.',
      },
    });
  });

  it.each([
    ['a rejected call', () => Promise.reject(new Error('Object has been destroyed'))],
    ['an answer of nothing', () => Promise.resolve(undefined)],
    ['an answer that is no Result', () => Promise.resolve({ value: 1 })],
    ['a Result without its error', () => Promise.resolve({ ok: false })],
  ])('never takes %s for success', async (_, call) => {
    const error = await createApi(call)
      .app.state()
      .catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'app_unreachable' });
    expect(toApiError(error).nextStep).toMatch(/Try again/);
  });
});
