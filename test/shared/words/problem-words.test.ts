import { describe, expect, test } from 'vitest';
import { judgeCreateAnswer, problemOf } from '../../../electron/service/create-interview-request.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';

/** The problem of a submission whose create call got this answer. */
function answered(status: number, body = '', location?: string): SubmissionProblem {
  const answer = { status, body, location, retryAfter: undefined, cutShort: undefined };
  return problemOf(judgeCreateAnswer(answer, 0));
}

describe('the words for a status', () => {
  const MAY = 'The request may or may not have reached the service.';
  test.each([
    [400, 'The service refused this submission as it is.'],
    [401, 'The service no longer accepts the sign-in.'],
    [403, 'The service does not allow this.'],
    [404, "The service didn't find what was asked for."],
    [405, "The service doesn't accept new requests at this address."],
    [408, `The service says that the request took too long. ${MAY}`],
    [409, `The service reported a conflict. ${MAY}`],
    [410, 'The service says that what was asked for no longer exists.'],
    [413, 'The service says that the request is too large.'],
    [415, "The service doesn't accept requests in Callboard's format, JSON."],
    [402, `The service says that it must be paid first. ${MAY}`],
    [419, `The service reported an error. ${MAY}`],
    [451, `The service says that the law doesn't allow this. ${MAY}`],
    [511, `This network asks for a sign-in of its own. ${MAY}`],
    [522, `A server in front of the service couldn't connect to it in time. ${MAY}`],
    [599, `The service reported an error. ${MAY}`],
    [422, 'The service refused the details of this submission.'],
    [429, 'The service is asking Callboard to slow down.'],
    [431, "The service says that the request's headers are too large."],
    [500, `The service reported an internal error. ${MAY}`],
    [501, "The service says that it can't do this."],
    [502, `A server in front of the service got no valid answer from it. ${MAY}`],
    [503, `The service says that it's unavailable. ${MAY}`],
    [504, `A server in front of the service got no answer in time. ${MAY}`],
  ])('%i are its own', (status, message) => {
    expect(problemWords(answered(status)).message).toBe(message);
  });
});

/** What every status means for the queue: submission-outcomes. */
const CLEAR = [400, 401, 403, 404, 405, 410, 413, 415, 421, 422, 425, 429, 431, 501, 307, 308];
const UNCLEAR = [
  ...[300, 301, 302, 303, 304, 305, 306, 399],
  ...[402, 406, 407, 408, 409, 411, 412, 414, 416, 417, 418, 419, 423, 424, 426, 428, 444, 451, 499],
  ...[500, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530, 599],
];

test.each([...CLEAR, ...UNCLEAR])('%i has a sentence and a next step of a person, and no code', (status) => {
  const { message, nextStep } = problemWords(answered(status));
  for (const words of [message, nextStep]) {
    expect(words).toMatch(/^[A-Z].*[a-zN)]\.$/);
    expect(words).not.toMatch(/\b[A-Z]+_[A-Z]+\b|[a-z]_[a-z]|undefined|HTTP \d/);
  }
});

test.each(UNCLEAR)('%i may have arrived: the words say so, and a person decides', (status) => {
  const { message, nextStep } = problemWords(answered(status));
  expect(message).toMatch(/ The request may or may not have reached the service\.$/);
  expect(nextStep).toMatch(/heck with the service whether the request exists/);
  expect(nextStep).toMatch(/enter its ID, send again or discard\.$/);
});

test.each(CLEAR)('%i certainly has not: the words never say that it may have', (status) => {
  const { message, nextStep } = problemWords(answered(status));
  expect(`${message} ${nextStep}`).not.toMatch(/may or may not/);
});

test('the next step after a refusal names the fields that the service named', () => {
  const body = '{"errors":{"phone_number":["No"],"candidate.name":["No, either"]}}';
  expect(problemWords(answered(422, body)).nextStep).toBe(
    'Correct the phone number and candidate name and submit again, or discard it.',
  );
  expect(problemWords(answered(422, 'No')).nextStep).toBe('Correct it and submit again, or discard it.');
});

test('an ID in a 409 is offered; an ID in another error is not, as it names that error', () => {
  const body = '{"message":"Exists","request_id":"ir_7"}';
  expect(answered(409, body).suggestedId).toBe('ir_7');
  expect(problemWords(answered(409, body)).nextStep).toMatch(
    /^The answer names a request: check with Enter request ID /,
  );
  expect(answered(500, body)).not.toHaveProperty('suggestedId');
  expect(problemWords(answered(409)).nextStep).toMatch(/^Check with the service /);
});

test('an ID under another name in an acceptance is offered', () => {
  expect(answered(201, '{"interview_request_id":"ir_8"}')).toMatchObject({
    code: 'accepted_without_id',
    suggestedId: 'ir_8',
  });
});

test('a redirect says where it leads', () => {
  const { message } = problemWords(answered(308, '', 'https://new.example/v1'));
  expect(message).toBe(
    'The service wants the request sent to https://new.example/v1. Callboard never does that on its own.',
  );
  expect(problemWords(answered(308)).message).toContain('to another address');
  expect(problemWords(answered(302, '', '/login')).message).toMatch(
    /^The service redirected .* to \/login\. /,
  );
});

test.each([
  ['certificate has expired', "The service's certificate has expired."],
  ['certificate is not yet valid', "The service's certificate is not valid yet."],
  [
    "Hostname/IP does not match certificate's altnames: Host: a.example. is not in the cert's altnames: DNS:b.example",
    "The service's certificate is for another address.",
  ],
  ['self-signed certificate', "The service's certificate is not trusted by this computer."],
])('of a certificate, "%s" has words of its own', (reason, message) => {
  const words = problemWords({ code: 'certificate_not_trusted', reason });
  expect(words.message).toBe(message);
  expect(words.nextStep.includes('certificate authority')).toBe(reason === 'self-signed certificate');
});

test('a proxy that wants an unsupported sign-in is told by the kind of sign-in', () => {
  const { message } = problemWords({
    code: 'proxy_sign_in_unsupported',
    proxyProblem: { code: 'sign_in_unsupported', values: { schemes: ['digest'] } },
    proxy: 'proxy.example:8080',
  });
  expect(message).toBe(
    "The proxy requires a sign-in by Digest, which Callboard doesn't support. It is proxy.example:8080.",
  );
});
