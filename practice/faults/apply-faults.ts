import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { PROBLEM_MEDIA_TYPE, problem } from '../api/problem-details.ts';
import type { RequestFaults } from './fault-injector.ts';
import { endConnection, type FaultyResponse } from './faulty-response.ts';

/**
 * Applies faults to a request before it is processed.
 *
 * @param signal aborts delays when the service closes.
 * @returns whether to process the request; if not, it has been answered or disconnected.
 */
export async function applyFaults(
  request: IncomingMessage,
  response: FaultyResponse,
  faults: RequestFaults,
  signal: AbortSignal,
): Promise<boolean> {
  if (faults.delayBefore > 0) {
    await wait(faults.delayBefore, undefined, { signal });
    if (response.destroyed) return false;
  }
  if (faults.delayAfter > 0) response.delay(faults.delayAfter);
  const { fault } = faults;
  switch (fault?.kind) {
    case undefined:
      return true;
    case 'half-answer':
      response.damage({ kind: 'halve', ending: fault.ending ?? 'close' });
      return true;
    case 'cut':
      return await cut(request, response, fault.when, fault.ending ?? 'close');
    case 'too-many-requests': {
      const body = JSON.stringify(problem(429, 'Too many requests. Try again after Retry-After.'));
      const headers = { 'content-type': PROBLEM_MEDIA_TYPE, 'retry-after': String(fault.retryAfter) };
      return await answerInstead(request, response, { status: 429, headers, body });
    }
    case 'answer': {
      const answer = { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? '' };
      if (fault.processed !== true) return await answerInstead(request, response, answer);
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
  endConnection(response.socket, ending);
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
  const hasLength = Object.keys(answer.headers).some((name) => name.toLowerCase() === 'content-length');
  if (hasLength) return answer;
  const length = String(Buffer.byteLength(answer.body));
  return { ...answer, headers: { ...answer.headers, 'content-length': length } };
}

/** Reads and discards the body. */
async function readAll(request: IncomingMessage): Promise<void> {
  for await (const _chunk of request);
}
