import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '../free-port.ts';

/** A prepared answer; a string goes out as HTML, anything else as JSON. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A service that follows the documented interface strictly. It rejects a wrong content type, missing or extra fields, a wrongly
 * encoded scope and a different redirect URI. Its tokens have no lifetime, and its responses contain unknown fields and states.
 */
export class StrictService {
  readonly clientId = 'strict-client';
  readonly clientSecret = 'strict secret & more/+=';
  readonly redirectUri: string;
  /** The issuer that its answers name (RFC 9207); undefined: none. */
  issuer: string | undefined;
  /** Accepted create calls, in order. */
  readonly created: { id: string; body: Record<string, unknown> }[] = [];
  /** Rejected calls, for the message of a failing test. */
  readonly refused: string[] = [];
  /** Fault of the create call: connection cut after accepting, 500 before accepting, 201 without an ID, or 429 for a day. */
  createFault:
    | 'cut_after_taking'
    | 'internal_error'
    | 'answer_without_id'
    | 'wait_a_day'
    | 'unknown_questionnaire'
    | undefined;
  /** What a create call for a candidate of this name is answered with, in place of 201. */
  readonly answers = new Map<string, Answer>();
  /** Assessment results of every completed request. */
  results: unknown = { communication: 4, recommended: true, remarks: 'Speaks clearly' };
  /** Calls of a completed request besides the one it always has. */
  furtherCalls: readonly Readonly<Record<string, unknown>>[] = [];
  /** How often each request was read. */
  readonly reads = new Map<string, number>();
  private readonly codes = new Map<string, string>();
  private readonly tokens = new Set<string>();
  private server: Server | undefined;
  private port: number;

  /** `port`: 0 for a free one. */
  constructor(redirectUri: string, port = 0) {
    this.redirectUri = redirectUri;
    this.port = port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts listening; after a stop, on the same port. */
  async start(): Promise<void> {
    const server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.refused.push(String(error));
        response.destroy();
      });
    });
    this.server = server;
    if (this.port === 0) this.port = await freePort();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }

  /** Valid access tokens. */
  get accessTokens(): string[] {
    return [...this.tokens];
  }

  /** Accepts access tokens that another service issued. */
  accept(tokens: readonly string[]): void {
    for (const token of tokens) this.tokens.add(token);
  }

  /** Revokes all tokens issued so far. */
  endSessions(): void {
    this.tokens.clear();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const url = new URL(request.url ?? '/', this.address);
    const body = await text(request);
    const route = `${request.method} ${url.pathname}`;
    if (route === 'GET /auth/oauth2/authorize') return this.authorize(request, url, response);
    if (route === 'POST /auth/oauth2/token') return this.token(request, body, response);
    if (!this.tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      return this.refuse(response, 401, 'no valid Bearer token');
    }
    if (route === 'POST /api/v1/interview/create-interview-request')
      return this.create(request, body, response);
    const id = /^GET \/api\/v1\/interview\/requests\/([^/]+)$/.exec(route)?.[1];
    if (id) return this.read(id, response);
    return this.refuse(response, 404, `no such route: ${route}`);
  }

  private authorize(request: IncomingMessage, url: URL, response: ServerResponse): ServerResponse {
    const query = url.searchParams;
    // Checks the raw query, because a parser treats "read%20write" and "read+write" alike.
    const scopeIsExact = /[?&]scope=read\+write(&|$)/.test(request.url ?? '');
    if (!scopeIsExact) return this.refuse(response, 400, `scope: ${url.search}`);
    if (query.get('response_type') !== 'code') return this.refuse(response, 400, 'response_type');
    if (query.get('client_id') !== this.clientId) return this.refuse(response, 400, 'client_id');
    if (query.get('redirect_uri') !== this.redirectUri) return this.refuse(response, 400, 'redirect_uri');
    const code = randomUUID();
    this.codes.set(code, this.redirectUri);
    const back = new URL(this.redirectUri);
    back.searchParams.set('code', code);
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    if (this.issuer !== undefined) back.searchParams.set('iss', this.issuer);
    return response.writeHead(302, { location: back.href }).end();
  }

  private token(request: IncomingMessage, body: string, response: ServerResponse): ServerResponse {
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') {
      return this.refuse(response, 415, `token content type ${request.headers['content-type']}`);
    }
    const form = new URLSearchParams(body);
    if (form.get('client_id') !== this.clientId || form.get('client_secret') !== this.clientSecret) {
      this.refused.push('wrong client');
      return json(response, 401, {
        error: 'invalid_client',
        error_description: 'Unknown client or wrong secret',
      });
    }
    const code = form.get('code') ?? '';
    const redirect = this.codes.get(code);
    this.codes.delete(code);
    if (form.get('grant_type') !== 'authorization_code' || redirect !== form.get('redirect_uri')) {
      this.refused.push(`token: ${form.get('grant_type')}`);
      return json(response, 400, { error: 'invalid_grant' });
    }
    const token = randomUUID();
    this.tokens.add(token);
    return json(response, 200, { access_token: token, token_type: 'Bearer', tenant: 'acme' });
  }

  private create(request: IncomingMessage, body: string, response: ServerResponse): ServerResponse {
    if (request.headers['content-type'] !== 'application/json') {
      return this.refuse(response, 415, `content type ${request.headers['content-type']}`);
    }
    const fields: Record<string, unknown> = JSON.parse(body);
    const wanted = ['candidate', 'job_description_id', 'questionnaire_template_id', 'resume_url'];
    if (Object.keys(fields).toSorted().join() !== wanted.join())
      return this.refuse(response, 422, `fields of ${body}`);
    if (this.createFault === 'internal_error') return this.refuse(response, 500, 'internal error');
    if (this.createFault === 'unknown_questionnaire') {
      const id = fields['questionnaire_template_id'];
      if (id === 'general-screening') {
        return json(response, 422, {
          errors: { questionnaire_template_id: [`unknown questionnaire ${id}`] },
        });
      }
    }
    if (this.createFault === 'wait_a_day') {
      response.setHeader('retry-after', '86400');
      return this.refuse(response, 429, 'come back tomorrow');
    }
    const answer = this.answers.get(candidateNameOf(fields));
    if (answer) {
      this.refused.push(`${answer.status} to ${candidateNameOf(fields)}`);
      const type = typeof answer.body === 'string' ? 'text/html' : 'application/json';
      response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
      return response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    }
    const id = `req-${this.created.length + 1}`;
    this.created.push({ id, body: fields });
    if (this.createFault === 'cut_after_taking') {
      response.destroy();
      return response;
    }
    if (this.createFault === 'answer_without_id') return json(response, 201, { status: 'PENDING' });
    return json(response, 201, { request_id: id, status: 'PENDING', queue_position: 3 });
  }

  /** Reports an unknown status first, then COMPLETED. */
  private read(id: string, response: ServerResponse): ServerResponse {
    if (!this.created.some((request) => request.id === id))
      return this.refuse(response, 404, `unknown ${id}`);
    const reads = (this.reads.get(id) ?? 0) + 1;
    this.reads.set(id, reads);
    const call = { id: `${id}-call`, timestamp: '2026-03-02T09:30:00Z', duration_minutes: 7, carrier: 'x' };
    if (reads === 1) {
      return json(response, 200, {
        request_id: id,
        status: 'DIALLING',
        screening_calls: [],
        assessment_results: {},
      });
    }
    return json(response, 200, {
      request_id: id,
      status: 'COMPLETED',
      reviewer: null,
      screening_calls: [{ ...call, status: 'ANSWERED_BY_SOMEONE' }, ...this.furtherCalls],
      assessment_results: this.results,
    });
  }

  private refuse(response: ServerResponse, status: number, why: string): ServerResponse {
    this.refused.push(`${status} ${why}`);
    return json(response, status, { message: why });
  }
}

function candidateNameOf(fields: Readonly<Record<string, unknown>>): string {
  const { candidate } = fields;
  return typeof candidate === 'object' && candidate !== null && 'name' in candidate
    ? String(candidate.name)
    : '';
}

function json(response: ServerResponse, status: number, body: unknown): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
