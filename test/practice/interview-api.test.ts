import { describe, expect, test } from 'vitest';
import { interviewRequestAnswer } from '../../shared/service-interface.ts';
import { create, createdId, GOOD_BODY, practice, read, signIn } from './support/practice-client.ts';

const CANDIDATE = GOOD_BODY.candidate;

describe('creating a request', () => {
  test('answers 201 with an id and PENDING', async () => {
    const service = await practice();
    const { access } = await signIn(service);
    const response = await create(service, access);
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ request_id: expect.stringMatching(/^ir_/), status: 'PENDING' });
  });

  test.each<[string, unknown, string]>([
    ['a missing field', { ...GOOD_BODY, resume_url: undefined }, '#/resume_url'],
    ['an unknown field', { ...GOOD_BODY, priority: 'high' }, '#/priority'],
    [
      'an unknown field of the candidate',
      { ...GOOD_BODY, candidate: { ...CANDIDATE, email: 'a@b' } },
      '#/candidate/email',
    ],
    ['a wrong type', { ...GOOD_BODY, candidate: { ...CANDIDATE, name: 7 } }, '#/candidate/name'],
    ['an empty name', { ...GOOD_BODY, candidate: { ...CANDIDATE, name: ' ' } }, '#/candidate/name'],
    [
      'a number without country code',
      { ...GOOD_BODY, candidate: { ...CANDIDATE, phone_number: '555 0100 100' } },
      '#/candidate/phone_number',
    ],
    [
      'a job description that is not UUID-shaped',
      { ...GOOD_BODY, job_description_id: 'jd-1' },
      '#/job_description_id',
    ],
    ['a resume that is nowhere', { ...GOOD_BODY, resume_url: 'resume.pdf' }, '#/resume_url'],
    ['no questionnaire', { ...GOOD_BODY, questionnaire_template_id: '' }, '#/questionnaire_template_id'],
    ['a body that is no object', [], '#'],
  ])('rejects %s with its position', async (_name, body, pointer) => {
    const service = await practice();
    const { access } = await signIn(service);
    const response = await create(service, access, body);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const details = await response.json();
    expect(details).toMatchObject({ type: 'about:blank', title: 'Unprocessable Entity', status: 422 });
    expect(details.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    expect(service.requests.list()).toEqual([]);
  });

  test.each<[number, string, string, Record<string, string>]>([
    [400, 'a body that is not JSON', '{"resume_url":', {}],
    [400, 'an empty body', '', {}],
    [
      413,
      'a body too large',
      JSON.stringify({ ...GOOD_BODY, resume_url: `https://a/${'x'.repeat(40_000)}` }),
      {},
    ],
    [415, 'plain text', JSON.stringify(GOOD_BODY), { 'content-type': 'text/plain' }],
    [415, 'a form', 'resume_url=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    [400, 'an empty Idempotency-Key', JSON.stringify(GOOD_BODY), { 'idempotency-key': '' }],
  ])('answers %i to %s with problem details', async (status, _name, body, headers) => {
    const service = await practice();
    const { access } = await signIn(service);
    const response = await create(service, access, body, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toMatchObject({ status, detail: expect.any(String) });
    expect(service.requests.list()).toEqual([]);
  });

  test.each(['+49 30 901820', '(+44) 20-7946-0958', '0033 1 70 18 99 00', '+1.555.010.0100 ext. 12'])(
    'accepts the number %s in any format',
    async (phone_number) => {
      const service = await practice();
      const { access } = await signIn(service);
      const response = await create(service, access, {
        ...GOOD_BODY,
        candidate: { ...CANDIDATE, phone_number },
      });
      expect(response.status).toBe(201);
    },
  );
});

describe('an Idempotency-Key', () => {
  test('returns the same request for the same call', async () => {
    const service = await practice();
    const { access } = await signIn(service);
    const headers = { 'idempotency-key': 'k-1' };
    const answers = await Promise.all([1, 2, 3].map(() => create(service, access, GOOD_BODY, headers)));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(bodies.map((body) => body.request_id)).size).toBe(1);
    expect(service.requests.list()).toHaveLength(1);
  });

  test('is rejected with a different body', async () => {
    const service = await practice();
    const { access } = await signIn(service);
    const headers = { 'idempotency-key': 'k-1' };
    await create(service, access, GOOD_BODY, headers);
    const other = { ...GOOD_BODY, questionnaire_template_id: 'other' };
    expect((await create(service, access, other, headers)).status).toBe(422);
    expect(service.requests.list()).toHaveLength(1);
  });

  test('is optional: the same call twice creates two requests', async () => {
    const service = await practice();
    const { access } = await signIn(service);
    expect(await createdId(service, access)).not.toBe(await createdId(service, access));
  });
});

describe('reading a request', () => {
  test('returns its calls as they happen, and its results at the end', async () => {
    let now = 1_700_000_000_000;
    const service = await practice({ now: () => now });
    const { access } = await signIn(service);
    const id = await createdId(service, access, {
      ...GOOD_BODY,
      candidate: { ...CANDIDATE, name: 'Busy Bee' },
    });
    const status = async () => interviewRequestAnswer.parse(await (await read(service, access, id)).json());
    expect(await status()).toEqual({
      request_id: id,
      status: 'PENDING',
      screening_calls: [],
      assessment_results: {},
    });
    now += 12_500;
    expect((await status()).screening_calls).toMatchObject([{ status: 'IN_PROGRESS', duration_minutes: 0 }]);
    now += 300_000;
    const ended = await status();
    expect(ended.status).toBe('COMPLETED');
    expect(ended.screening_calls.map((call) => call.status)).toEqual(['BUSY', 'COMPLETED']);
  });

  test('completes within about a second at a high time scale', async () => {
    const service = await practice({ timeScale: 600 });
    const { access } = await signIn(service);
    const id = await createdId(service, access);
    const status = async () => (await (await read(service, access, id)).json()).status;
    await expect.poll(status, { timeout: 3000 }).toBe('COMPLETED');
  });

  test('answers 404 to an unknown id', async () => {
    const service = await practice();
    const { access } = await signIn(service);
    for (const id of ['ir_unknown', 'x'.repeat(200), '../../etc', '%']) {
      const response = await read(service, access, id);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ status: 404 });
    }
  });
});

describe('the interface', () => {
  test('demands a token with a WWW-Authenticate header', async () => {
    const service = await practice();
    const bare = await fetch(`${service.baseUrl}/v1/interview/requests/x`);
    expect(bare.status).toBe(401);
    expect(bare.headers.get('www-authenticate')).toBe('Bearer realm="Callboard practice service"');
    const wrong = await create(service, 'invented');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(wrong.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const headers = { authorization: 'Basic YTpi' };
    expect((await fetch(`${service.baseUrl}/v1/interview/requests/x`, { headers })).status).toBe(400);
  });

  test.each([
    { scope: 'read', createStatus: 403, readStatus: 404 },
    { scope: 'write', createStatus: 201, readStatus: 403 },
  ])('allows the scope $scope only its own calls', async ({ scope, createStatus, readStatus }) => {
    const service = await practice();
    const { access } = await signIn(service, { scope });
    const created = await create(service, access);
    const status = await read(service, access, 'ir_unknown');
    expect([created.status, status.status]).toEqual([createStatus, readStatus]);
    const refused = scope === 'read' ? created : status;
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  test('answers 405 to a wrong method and 404 to an unknown address', async () => {
    const service = await practice();
    const wrong = await fetch(`${service.baseUrl}/v1/interview/create-interview-request`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect((await fetch(`${service.baseUrl}/v1/interview/requests/x`, { method: 'DELETE' })).status).toBe(
      405,
    );
    expect((await fetch(`${service.baseUrl}/v2/interview`)).status).toBe(404);
  });
});
