import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggestedRequestId } from '../../../shared/service-words/suggested-request-id.ts';
import { deepJson, hostileText, jsonText } from '../../fuzz/hostile.ts';

test.each([
  ['a field', '{"message":"Exists","request_id":"ir_7"}', 'ir_7'],
  ['a number', '{"error":{"existing_request_id":77}}', '77'],
  ['an object of the request', '{"message":"Exists","existing":{"id":"ir-8","status":"PENDING"}}', 'ir-8'],
  ['the surest of two fields', '{"requestId":"trace-1","existingRequestId":"ir_9"}', 'ir_9'],
  ['its address', '{"links":{"self":"https://api.example/v1/interview/requests/ir_10"}}', 'ir_10'],
  ['a sentence', '{"message":"This person already has the request ir_11."}', 'ir_11'],
  ['a sentence with an ID', 'A request with ID 12-ab already exists', '12-ab'],
  ['a page', '<title>Conflict</title><p>The interview exists (id: 13)', '13'],
])('an ID in %s is found', (_what, body, id) => {
  expect(suggestedRequestId(body)).toBe(id);
});

test.each([
  ['no ID', '{"message":"This request already exists"}'],
  ['only another ID', '{"message":"No","job_description_id":"123e4567-e89b-12d3-a456-426614174000"}'],
  ['an ID with blanks', '{"request_id":"not an id"}'],
  ['an ID that is too long', JSON.stringify({ request_id: '7'.repeat(201) })],
  ['nothing', ''],
])('in an answer with %s, none is found', (_what, body) => {
  expect(suggestedRequestId(body)).toBeUndefined();
});

test('whatever a service answers, an ID found is one that could be entered', () => {
  fc.assert(
    fc.property(fc.oneof(jsonText, deepJson, hostileText), (body) => {
      expect(suggestedRequestId(`{"request_id":${body}}`) ?? 'a').toMatch(/^[\p{L}\p{N}._~:-]{1,200}$/u);
      expect(suggestedRequestId(body) ?? 'a').toMatch(/^[\p{L}\p{N}._~:-]{1,200}$/u);
    }),
    { numRuns: 200 },
  );
});
