import { describe, expect, it } from 'vitest';
import { ApiError, createApi, createWorkspaceApi, toApiError } from '../../renderer/api/api.ts';
import { problem } from '../../shared/input-problems.ts';
import { fail, ok } from '../../shared/result.ts';

describe('the IPC client', () => {
  it('calls the channel named by the property path, with the input', async () => {
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

  it('adds its workspace ID to every call, overriding any in the input', async () => {
    const calls: [string, unknown][] = [];
    const api = createWorkspaceApi(async (channel, input) => {
      calls.push([channel, input]);
      return ok(null);
    }, 'w1');
    await api.submissions.outbox();
    await api.submissions.takeBack({ id: 's1' });
    const foreign: { id: string } = Object.assign({ id: 's2' }, { workspaceId: 'w2' });
    await api.submissions.takeBack(foreign);
    expect(calls).toEqual([
      ['submissions.outbox', { workspaceId: 'w1' }],
      ['submissions.takeBack', { id: 's1', workspaceId: 'w1' }],
      ['submissions.takeBack', { id: 's2', workspaceId: 'w1' }],
    ]);
  });

  it('resolves to the value of a Result', async () => {
    const api = createWorkspaceApi(async () => ok({ queued: 3 }), 'w1');
    await expect(api.submissions.submitMany({ submissions: [] })).resolves.toEqual({ queued: 3 });
  });

  it('throws the error of a Result with its code, message and fields', async () => {
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
    ['an undefined answer', () => Promise.resolve(undefined)],
    ['an answer that is not a Result', () => Promise.resolve({ value: 1 })],
    ['a failed Result without an error', () => Promise.resolve({ ok: false })],
  ])('treats %s as an unreachable app', async (_, call) => {
    const error = await createApi(call)
      .app.state()
      .catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'app_unreachable' });
    expect(toApiError(error).nextStep).toMatch(/Try again/);
  });
});
