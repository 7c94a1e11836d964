import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { PROBLEM_MEDIA_TYPE, problem } from '../api/problem-details.ts';
import type { Strike } from './fault-switch.ts';
import { type FaultyResponse, sever } from './faulty-response.ts';

/**
 * Lets the faults strike a request before it is processed.
 *
 * @param signal ends the waiting when the service closes.
 * @returns whether the request is to be processed; if not, it has been answered or cut off.
 */
export async function strikeRequest(
  request: IncomingMessage,
  response: FaultyResponse,
  strike: Strike,
  signal: AbortSignal,
): Promise<boolean> {
  if (strike.waitBefore > 0) {
    await wait(strike.waitBefore, undefined, { signal });
    if (response.destroyed) return false;
  }
  if (strike.waitAfter > 0) response.delay(strike.waitAfter);
  const { blow } = strike;
  switch (blow?.kind) {
    case undefined:
      return true;
    case 'half-answer':
      response.damage({ kind: 'halve', ending: blow.ending ?? 'close' });
      return true;
    case 'cut':
      return await cut(request, response, blow.when, blow.ending ?? 'close');
    case 'too-many-requests': {
      const body = JSON.stringify(problem(429, 'Too many requests. Retry-After says when to come again.'));
      const headers = { 'content-type': PROBLEM_MEDIA_TYPE, 'retry-after': String(blow.retryAfter) };
      return await answerInstead(request, response, { status: 429, headers, body });
    }
    case 'answer': {
      const answer = { status: blow.status, headers: blow.headers ?? {}, body: blow.body ?? '' };
      if (blow.processed !== true) return await answerInstead(request, response, answer);
      response.damage({ kind: 'replace', ...withLength(answer) });
      return true;
    }
  }
}

async function cut(
  request: IncomingMessage,
  response: FaultyResponse,
  when: 'before-reading' | 'after-reading' | 'after-processing',
  ending: 'close' | 'reset',
): Promise<boolean> {
  if (when === 'after-processing') {
    response.damage({ kind: 'withhold', ending });
    return true;
  }
  if (when === 'after-reading') await readAll(request);
  sever(response.socket, ending);
  return false;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function answerInstead(
  request: IncomingMessage,
  response: FaultyResponse,
  answer: Answer,
): Promise<false> {
  await readAll(request);
  const { status, headers, body } = withLength(answer);
  response.writeHead(status, headers);
  response.end(body);
  return false;
}

function withLength(answer: Answer): Answer {
  const told = Object.keys(answer.headers).some((name) => name.toLowerCase() === 'content-length');
  if (told) return answer;
  const length = String(Buffer.byteLength(answer.body));
  return { ...answer, headers: { ...answer.headers, 'content-length': length } };
}

/** Reads the body to its end and forgets it. */
async function readAll(request: IncomingMessage): Promise<void> {
  for await (const _chunk of request);
}
