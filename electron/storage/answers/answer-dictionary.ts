import { LARGEST_DICTIONARY_BYTES } from './packed-answer.ts';

/**
 * What an answer of the service looks like (service-interface.md §4.2): for the first ones. Packed answers need it to
 * be read, so it never changes.
 */
export const FIRST_DICTIONARY: Uint8Array = new TextEncoder().encode(
  '"recommendation":"strengths":["concerns":["notes":"comment":"summary":"question":"answer":"overall_score":' +
    '"score":true,false,null,"skills":{"communication":"experience":"years":"languages":["english":"available_from":' +
    '"in_progress","scheduled","NO_ANSWER","PENDING","screening_calls":[],"assessment_results":{}}' +
    '{"request_id":"","status":"COMPLETED","screening_calls":[{"id":"","timestamp":"2026-01-01T00:00:00Z",' +
    '"duration_minutes":10,"status":"COMPLETED"}],"assessment_results":{"overall_score":',
);

/** A dictionary from answers of a workspace, the most typical last: as many as go into it, each whole. */
export function dictionaryFrom(answers: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let room = LARGEST_DICTIONARY_BYTES;
  for (const answer of answers.toReversed()) {
    const bytes = encoder.encode(answer);
    if (bytes.length > room) continue;
    room -= bytes.length;
    parts.unshift(bytes);
  }
  return Buffer.concat(parts);
}
