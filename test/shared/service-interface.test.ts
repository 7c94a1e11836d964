import { describe, expect, test } from 'vitest';
import {
  createInterviewRequestAnswer,
  createInterviewRequestBody,
  interviewRequestAnswer,
  interviewRequestPath,
} from '../../shared/service-interface.ts';

test('a request id is one path segment, whatever characters it has', () => {
  expect(interviewRequestPath('ir_1')).toBe('/v1/interview/requests/ir_1');
  expect(interviewRequestPath('a/b?c#d é')).toBe('/v1/interview/requests/a%2Fb%3Fc%23d%20%C3%A9');
});

test('the body of the create call rejects undocumented fields', () => {
  const body = {
    resume_url: 'https://files.example.com/ada.pdf',
    job_description_id: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
    candidate: { name: 'Ada', phone_number: '+12025550143' },
    questionnaire_template_id: 'general-v1',
  };
  expect(createInterviewRequestBody.parse(body)).toEqual(body);
  expect(createInterviewRequestBody.safeParse({ ...body, note: 'x' }).success).toBe(false);
});

describe('the answer of the create call', () => {
  test('keeps unknown fields', () => {
    expect(createInterviewRequestAnswer.parse({ request_id: 'ir_1', status: 'QUEUED', eta: 5 })).toEqual({
      request_id: 'ir_1',
      status: 'QUEUED',
      eta: 5,
    });
  });

  test.each([null, '', '  ', 7, {}, [], true])('is PENDING when its status is %j', (status) => {
    expect(createInterviewRequestAnswer.parse({ request_id: 'ir_1', status })).toMatchObject({
      request_id: 'ir_1',
      status: 'PENDING',
    });
  });

  test('is PENDING without a status, and may have a numeric id', () => {
    expect(createInterviewRequestAnswer.parse({ request_id: 17 })).toEqual({
      request_id: '17',
      status: 'PENDING',
    });
  });

  test.each([{}, { request_id: '' }, { request_id: null }, [], 'ir_1', null])('%o has no id', (answer) => {
    expect(createInterviewRequestAnswer.safeParse(answer).success).toBe(false);
  });
});

describe('the answer of the status read', () => {
  test('may have no calls, null calls, and calls with few fields', () => {
    expect(interviewRequestAnswer.parse({ status: 'PENDING' }).screening_calls).toEqual([]);
    expect(
      interviewRequestAnswer.parse({ status: 'PENDING', screening_calls: null }).screening_calls,
    ).toEqual([]);
    expect(
      interviewRequestAnswer.parse({
        status: 'RINGING',
        screening_calls: [{}, { id: 4, status: null, mood: 'good' }],
      }).screening_calls,
    ).toEqual([{}, { id: '4', status: null, mood: 'good' }]);
  });

  test('has its state names cut and made well-formed', () => {
    const { status, screening_calls } = interviewRequestAnswer.parse({
      status: 'S'.repeat(1_000_000),
      screening_calls: [{ status: `${'é'.repeat(198)}\u{1F600}!` }, { status: 'NO_ANSWER' }],
    });
    expect(status).toBe(`${'S'.repeat(199)}…`);
    expect(screening_calls).toEqual([{ status: `${'é'.repeat(198)}\uFFFD…` }, { status: 'NO_ANSWER' }]);
    expect(
      createInterviewRequestAnswer.parse({ request_id: 'ir_1', status: 'x'.repeat(300) }).status,
    ).toHaveLength(200);
  });

  test.each([
    {},
    { status: null },
    { status: 3 },
    { status: '' },
    { status: 'PENDING', screening_calls: {} },
  ])('%o is invalid', (answer) => {
    expect(interviewRequestAnswer.safeParse(answer).success).toBe(false);
  });
});
