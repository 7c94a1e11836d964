import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import { CALL_PREFIX } from '../../shared/ipc/bridge.ts';
import { type AppUnderFuzz, startApp } from '../fuzz/running-app.ts';
import { until } from '../poll.ts';
import { askedFor, reportFigures } from './figures.ts';
import { seededRandom } from './seeded-random.ts';

// Two workspaces in one running app, and everything that ever switched between them while a person acted in one.

const CASES = 20 * askedFor('FAULTS_RUNS', 1);
const SEED = askedFor('FAULTS_SEED', 1);
const HOUR_MS = 60 * 60 * 1000;

/** A service that numbers its requests from 1, as the other one does. */
async function serviceOf(name: string) {
  const created: string[] = [];
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const body = await text(request);
    if (request.url === '/oauth2/token')
      return [200, { access_token: `${name}.${randomUUID()}`, token_type: 'Bearer' }];
    // A token of another workspace would be as wrong as its candidate.
    if (!request.headers.authorization?.startsWith(`Bearer ${name}.`)) return [401, {}];
    if (request.method !== 'POST') {
      const id = request.url?.split('/').at(-1);
      return [200, { request_id: id, status: 'PENDING', screening_calls: [], assessment_results: {} }];
    }
    created.push(JSON.parse(body).candidate.name);
    return [201, { request_id: String(created.length), status: 'PENDING' }];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = {
    name,
    baseUrl: origin,
    authUrl: origin,
    clientId: 'client',
    clientSecret: 'secret',
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  };
  return { name, created, connection };
}

type Service = Awaited<ReturnType<typeof serviceOf>>;

interface Answer {
  readonly ok: boolean;
  readonly value: never;
  readonly error?: { readonly code: string };
}

/** Calls the app as its window does. */
class Caller {
  private readonly app: AppUnderFuzz;

  constructor(app: AppUnderFuzz) {
    this.app = app;
  }

  async ask(channel: string, input?: object): Promise<Answer> {
    return (await this.app.page.invoke(CALL_PREFIX + channel, input)) as Answer;
  }

  async get<Value>(channel: string, input?: object): Promise<Value> {
    const answer = await this.ask(channel, input);
    if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.error)}`);
    return answer.value;
  }

  /** Runs `begin`, which opens a sign-in page in the system browser; returns the function that brings the answer back. */
  async beginSignIn({ connection }: Service, begin: () => Promise<unknown>): Promise<() => Promise<unknown>> {
    const isOpened = (line: string) => line.startsWith(`Open in browser: ${connection.authUrl}/`);
    const before = this.app.printed.filter(isOpened).length;
    await begin();
    const opened = await until('the address of the sign-in', () => this.app.printed.filter(isOpened)[before]);
    const state = new URL(opened.slice('Open in browser: '.length)).searchParams.get('state');
    return () =>
      this.get('session.pasteReturnAddress', { text: `${CUSTOM_SCHEME_REDIRECT}?code=1&state=${state}` });
  }
}

/** One workspace, and what must have reached its service in the end. */
interface Place {
  readonly id: string;
  readonly service: Service;
  readonly expected: string[];
}

test(
  `${CASES} times a person acts in one of two workspaces while another one is switched to, signed in to, changed, added or removed`,
  async () => {
    const app = await startApp();
    onTestFinished(() => app[Symbol.asyncDispose]());
    const caller = new Caller(app);
    await caller.get('settings.change', { undoSeconds: 0 });
    const [acme, bolt, visitor] = [
      await serviceOf('acme'),
      await serviceOf('bolt'),
      await serviceOf('visitor'),
    ];
    const places: Place[] = [];
    for (const service of [acme, bolt]) {
      let id = '';
      const back = await caller.beginSignIn(service, async () => {
        ({ id } = await caller.get<{ id: string }>('workspaces.connect', service.connection));
      });
      await back();
      await untilSignedIn(caller, id);
      places.push({ id, service, expected: [] });
    }
    const random = seededRandom(SEED);
    const pick = <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(random() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    };
    const onNobody: string[] = [];
    const refused = new Map<string, number>();
    for (let at = 0; at < CASES; at += 1) {
      const place = pick(places);
      const act = pick(ACTS);
      const disturb = pick(DISTURBANCES);
      const [early, late] = [random() * 25, random() * 25];
      const [outcome] = await Promise.all([
        pause(early).then(() => act(caller, place, at)),
        pause(late).then(() => disturb(caller, { places, other: pick(places), visitor })),
      ]);
      if (outcome === 'nobody') onNobody.push(`case ${at}: ${act.name} under ${disturb.name}`);
      if (outcome === 'refused') refused.set(disturb.name, (refused.get(disturb.name) ?? 0) + 1);
    }
    for (const { id, service, expected } of places) {
      await until(
        `${service.name}'s submissions to be sent`,
        () => service.created.length >= expected.length,
        30_000,
      );
      const counts = await caller.get<{ counts: { waiting: number } }>('submissions.outbox', {
        workspaceId: id,
      });
      expect(counts.counts.waiting).toBe(0);
    }
    const wrong = places.flatMap(({ service }) =>
      service.created.filter((name) => !name.startsWith(`${service.name} `)),
    );
    const missing = places.flatMap(({ service, expected }) =>
      expected.filter((name) => !service.created.includes(name)),
    );
    console.log(`Refused because its workspace was closed just then: ${JSON.stringify([...refused])}`);
    reportFigures({
      name: 'two workspaces',
      cases: CASES,
      // Called by the wrong service, or once more by their own.
      duplicates: wrong.length + visitor.created.length,
      // Confirmed and never sent, or confirmed without effect.
      losses: missing.length + onNobody.length,
      needless: 0,
    });
    expect(wrong).toEqual([]);
    expect(visitor.created).toEqual([]);
    expect(onNobody).toEqual([]);
    for (const { service, expected } of places) {
      expect(service.created.toSorted()).toEqual(expected.toSorted());
    }
    expect(app.printed.filter((line) => /unhandled|uncaught/i.test(line))).toEqual([]);
  },
  120_000 + CASES * 1500,
);

/** `nobody`: the app reported success without any effect, or with one in the wrong workspace. */
type Outcome = 'done' | 'refused' | 'nobody';
type Act = (caller: Caller, place: Place, at: number) => Promise<Outcome>;

function candidate({ service }: Place, at: number, part = 0) {
  return {
    candidateName: `${service.name} ${at} ${part}`,
    phoneNumber: `+1202${service.name === 'acme' ? 555 : 556}${String(at * 10 + part).padStart(4, '0')}`,
    resumeUrl: 'https://example.com/1.pdf',
    jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
    questionnaireTemplateId: 'general-screening',
  };
}

const submits: Act = async (caller, place, at) => {
  const fields = candidate(place, at);
  const answer = await caller.ask('submissions.submit', {
    workspaceId: place.id,
    despiteDuplicates: true,
    ...fields,
  });
  if (!answer.ok) return isClosed(answer);
  place.expected.push(fields.candidateName);
  return 'done';
};

const imports: Act = async (caller, place, at) => {
  const id = randomUUID();
  const workspaceId = place.id;
  const begun = await caller.ask('imports.begin', {
    workspaceId,
    id,
    name: 'file.csv',
    digest: id,
    headers: ['name'],
    rows: 6,
  });
  if (!begun.ok) return isClosed(begun);
  let queued = 0;
  for (const parts of [
    [0, 1, 2],
    [3, 4, 5],
  ]) {
    const rows = parts.map((part) => ({
      number: part + 2,
      cells: ['x'],
      fields: candidate(place, at, part),
    }));
    const answer = await caller.ask('imports.queue', { workspaceId, id, rows, despiteDuplicates: true });
    if (!answer.ok) continue;
    queued += rows.length;
    place.expected.push(...rows.map(({ fields }) => fields.candidateName));
  }
  const known = await caller.ask('imports.queuedRows', { workspaceId, id });
  if (!known.ok) return isClosed(known);
  return (known.value as readonly number[]).length === queued ? 'done' : 'nobody';
};

/** Submits for later, so that it can still be taken back. */
async function waiting(caller: Caller, place: Place, at: number): Promise<string | undefined> {
  const answer = await caller.ask('submissions.submit', {
    workspaceId: place.id,
    despiteDuplicates: true,
    ...candidate(place, at),
    notBefore: Date.now() + HOUR_MS,
  });
  return answer.ok ? (answer.value as { id: string }).id : undefined;
}

/** Puts the workspace on screen first, as the app's state covers one workspace. */
async function untilSignedIn(caller: Caller, id: string): Promise<void> {
  await caller.get('workspaces.select', { id });
  await until('the sign-in', async () => {
    const { session } = await caller.get<{ session: { phase: string } | null }>('app.state');
    return session?.phase === 'signed_in';
  });
}

/** A submission's state, once its workspace is open again. */
function stateOf(caller: Caller, { id: workspaceId }: Place, id: string): Promise<string> {
  return until('the workspace to be open', async () => {
    const answer = await caller.ask('submissions.get', { workspaceId, id });
    return answer.ok ? (answer.value as { state: string }).state : undefined;
  });
}

const takesBack: Act = async (caller, place, at) => {
  const id = await waiting(caller, place, at);
  if (id === undefined) return 'refused';
  const answer = await caller.ask('submissions.takeBack', { workspaceId: place.id, id });
  const state = await stateOf(caller, place, id);
  // Nothing of it may be sent an hour later.
  await settle(caller, place, id);
  if (!answer.ok) return isClosed(answer);
  // Held if its workspace was opened anew meanwhile: the edit was interrupted, and a person is told.
  return state === 'draft' || state === 'held' ? 'done' : 'nobody';
};

const corrects: Act = async (caller, place, at) => {
  const id = await waiting(caller, place, at);
  if (id === undefined) return 'refused';
  const fields = candidate(place, at, 1);
  const answer = await caller.ask('submissions.submit', {
    workspaceId: place.id,
    despiteDuplicates: true,
    replaces: id,
    ...fields,
  });
  const state = await stateOf(caller, place, id);
  await settle(caller, place, id);
  if (!answer.ok) return isClosed(answer);
  place.expected.push(fields.candidateName);
  return state === 'discarded' ? 'done' : 'nobody';
};

const discards: Act = async (caller, place, at) => {
  const id = await waiting(caller, place, at);
  if (id === undefined) return 'refused';
  const answer = await caller.ask('submissions.discard', { workspaceId: place.id, ids: [id] });
  const state = await stateOf(caller, place, id);
  await settle(caller, place, id);
  if (!answer.ok) return isClosed(answer);
  return state === 'discarded' ? 'done' : 'nobody';
};

const sendsNow: Act = async (caller, place, at) => {
  const id = await waiting(caller, place, at);
  if (id === undefined) return 'refused';
  const answer = await caller.ask('submissions.tryNow', { workspaceId: place.id, id });
  if (!answer.ok) {
    await settle(caller, place, id);
    return isClosed(answer);
  }
  place.expected.push(candidate(place, at).candidateName);
  return 'done';
};

/** Two attempts for one person: by a request ID that the other service uses for somebody else. */
const submitsAgain: Act = async (caller, place, at) => {
  const fields = candidate(place, at);
  const { candidateName } = fields;
  const first = await caller.ask('submissions.submit', {
    workspaceId: place.id,
    despiteDuplicates: true,
    ...fields,
  });
  if (!first.ok) return isClosed(first);
  place.expected.push(candidateName);
  const { id } = first.value as { id: string };
  const requestId = await until('its request', async () => {
    const found = await caller.ask('submissions.get', { workspaceId: place.id, id });
    return found.ok ? (found.value as { requestId: string | null }).requestId : undefined;
  });
  const marked = await caller.ask('requests.annotate', {
    workspaceId: place.id,
    selection: { requestIds: [requestId] },
    change: { addTags: [place.service.name] },
  });
  const answer = await caller.ask('submissions.submitAgain', {
    workspaceId: place.id,
    requestIds: [requestId],
  });
  if (marked.ok) {
    const detail = await until('the workspace to be open', async () => {
      const found = await caller.ask('requests.get', { workspaceId: place.id, requestId });
      return found.ok && (found.value as { candidateName: string; tags: readonly string[] });
    });
    const isOwn = detail.candidateName === candidateName && detail.tags.join() === place.service.name;
    if (!isOwn) return 'nobody';
  }
  if (!answer.ok) return isClosed(answer);
  place.expected.push(candidateName);
  return 'done';
};

const labels: Act = async (caller, place) => {
  const serviceId = randomUUID();
  const answer = await caller.ask('library.save', {
    workspaceId: place.id,
    kind: 'job_description',
    serviceId,
    name: place.service.name,
    note: '',
  });
  if (!answer.ok) return isClosed(answer);
  const entries = await until('the workspace to be open', async () => {
    const found = await caller.ask('library.list', { workspaceId: place.id });
    return found.ok && (found.value as readonly { serviceId: string; name: string }[]);
  });
  const isOwn = entries.every(({ name }) => name === '' || name === place.service.name);
  return isOwn && entries.some((entry) => entry.serviceId === serviceId) ? 'done' : 'nobody';
};

const ACTS: readonly Act[] = [
  submits,
  imports,
  takesBack,
  corrects,
  discards,
  sendsNow,
  submitsAgain,
  labels,
];

/** The only allowed error: its workspace was closed for a moment, and nothing has happened. */
function isClosed({ error }: Answer): Outcome {
  expect(error?.code).toBe('workspace_closed');
  return 'refused';
}

async function settle(caller: Caller, { id: workspaceId }: Place, id: string): Promise<void> {
  await until('it to be withdrawn', async () => {
    const { error } = await caller.ask('submissions.discard', { workspaceId, ids: [id] });
    return error?.code !== 'workspace_closed';
  });
}

interface Around {
  readonly places: readonly Place[];
  readonly other: Place;
  readonly visitor: Service;
}

type Disturb = (caller: Caller, around: Around) => Promise<unknown>;

const isSwitchedTo: Disturb = async (caller, { places }) => {
  for (const { id } of [...places, ...places]) await caller.ask('workspaces.select', { id });
};

const signsInAgain: Disturb = async (caller, { other }) => {
  const back = await caller.beginSignIn(other.service, () =>
    caller.ask('session.signIn', { workspaceId: other.id }),
  );
  await back();
};

/** Saving it again closes and reopens it. */
const isSavedAgain: Disturb = (caller, { other }) =>
  caller.ask('workspaces.update', { ...other.service.connection, id: other.id, clientSecret: '' });

const isAddedAndRemoved: Disturb = async (caller, { visitor }) => {
  const { id } = await caller.get<{ id: string }>('workspaces.connect', visitor.connection);
  await caller.ask('workspaces.select', { id });
  await caller.get('workspaces.remove', { id });
};

const DISTURBANCES: readonly Disturb[] = [isSwitchedTo, signsInAgain, isSavedAgain, isAddedAndRemoved];
