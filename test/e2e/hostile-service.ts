import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Markup that would set `pwned` if it were ever rendered as HTML. */
export const MARKUP = '<img src=x onerror="window.pwned=1">';
const TEMPLATE = '{{constructor.constructor("window.pwned=1")()}}';
const TURNED = '\u202egnp.exe\u2066 مرحبا';

const RESULTS = {
  [MARKUP]: MARKUP,
  '<script>window.pwned=1</script>': '<svg/onload=window.pwned=1>',
  [TEMPLATE]: TEMPLATE,
  'javascript:window.pwned=1': 'javascript:window.pwned=1',
  data: 'data:text/html,<script>opener.pwned=1</script>',
  file: 'file:///etc/passwd',
  profile: 'https://example.com/profile?<script>',
  plain: 'http://example.com/plain',
  [TURNED]: TURNED,
  table: [
    { [MARKUP]: MARKUP, score: 3 },
    { [MARKUP]: TEMPLATE, score: 4 },
  ],
  nested: { deep: [[[[[[MARKUP]]]]]], ['__proto__']: { polluted: 1 } },
  unbroken: 'W'.repeat(5000),
  long: 'word '.repeat(200_000),
};

/** A service that accepts every sign-in and returns markup, scripts and oversized text in every field. */
export class HostileService {
  readonly clientId = 'hostile-client';
  readonly clientSecret = 'hostile-secret';
  private server: Server | undefined;
  readonly redirectUri: string;
  address = '';

  constructor(redirectUri: string) {
    this.redirectUri = redirectUri;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.answer(request, response));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    this.address = `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.server?.close(resolve);
      this.server?.closeAllConnections();
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address);
    if (url.pathname.endsWith('/oauth2/authorize')) {
      const back = new URL(this.redirectUri);
      back.searchParams.set('code', 'code-1');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname.endsWith('/oauth2/token')) {
      json(response, 200, { access_token: 'token-1', token_type: 'Bearer', scope: MARKUP });
    } else if (request.method === 'POST') {
      await this.create(request, response);
    } else {
      json(response, 200, {
        request_id: MARKUP,
        status: `${MARKUP} COMPLETED?`,
        screening_calls: [
          { id: MARKUP, timestamp: MARKUP, duration_minutes: 7, status: MARKUP },
          { id: 2, timestamp: '2026-03-02T09:30:00Z', duration_minutes: 1e300, status: TURNED },
        ],
        assessment_results: RESULTS,
        [MARKUP]: MARKUP,
      });
    }
  }

  private async create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRefused = (await text(request)).includes('Refused');
    if (isRefused)
      json(response, 422, { title: MARKUP, detail: `${TEMPLATE} ${'W'.repeat(3000)}`, message: MARKUP });
    else json(response, 201, { request_id: MARKUP, status: MARKUP });
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
