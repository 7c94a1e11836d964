import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { deepLinkIn, type LinkTargets, openDeepLink } from '../../electron/desktop/deep-links.ts';
import { CUSTOM_SCHEME } from '../../shared/custom-scheme.ts';
import { type DeepLink, MAX_LINK_LENGTH, parseDeepLink } from '../../shared/deep-link.ts';
import { openWorkspaces, serviceNamed } from '../electron/workspaces/workspaces-under-test.ts';
import { FUZZ_TIMEOUT, survives } from './fuzzing.ts';
import { hostileText, isPolluted } from './hostile.ts';

vi.mock('electron', () => import('../../preview/electron/index.ts'));

const PART = 'links';
const FIELDS = ['candidateName', 'phoneNumber', 'resumeUrl', 'jobDescriptionId', 'questionnaireTemplateId'];

const scrap = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '///',
    'new',
    'request',
    'oauth/callback',
    '?',
    '&',
    '=',
    '#',
    '%',
    '%00',
    '%E2',
    '+',
  ),
  fc.constantFrom(
    'name',
    'phone',
    'resume',
    'job',
    'questionnaire',
    '__proto__',
    'toString',
    '@',
    ':',
    '..',
    '\\',
  ),
  fc.constantFrom(
    'code=1',
    'state=2',
    'error=x',
    'iss=x',
    '&state=3',
    '--inspect',
    ' --no-sandbox',
    '"',
    "'",
    '`',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 300).toWellFormed())),
);
const scraps = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(scrap, { maxLength }).map((parts) => parts.join(''));

/** Links, from nearly valid to arbitrary. */
const link = fc.oneof(
  scraps(14).map((rest) => `app.callboard:${rest}`),
  scraps(14).map((rest) => `app.callboard:/new?name=${rest}`),
  scraps(6).map((rest) => `app.callboard:/request/${rest}`),
  scraps(8).map((rest) => `app.callboard:/oauth/callback?${rest}`),
  scraps(8).map((rest) => `APP.Callboard://${rest}`),
  fc.string({ unit: 'binary' }),
  hostileText,
);

test(
  'whatever is written, it is read as one of the known shapes',
  () =>
    survives(
      PART,
      { short: 2000, long: 100_000 },
      fc.property(link, (text) => {
        expectKnownShape(parseDeepLink(text));
        expect(isPolluted()).toBe(false);
      }),
    ),
  FUZZ_TIMEOUT,
);

test(
  'among the arguments of a process, one link is taken and never a switch',
  () =>
    survives(
      PART,
      { short: 500, long: 100_000 },
      fc.property(fc.array(fc.oneof(link, scrap), { maxLength: 5 }), (argv) => {
        const found = deepLinkIn(argv);
        const links = argv.filter((each) => each.toLowerCase().startsWith(CUSTOM_SCHEME));
        expect(found).toBe(links.length === 1 ? links[0] : undefined);
      }),
    ),
  FUZZ_TIMEOUT,
);

test(
  'no link changes anything: it shows a page or nothing, and a sign-in that waits goes on waiting',
  async () => {
    const service = await serviceNamed('links');
    const { workspaces, storage, opened } = await openWorkspaces();
    expect((await workspaces.connect(service.connection())).ok).toBe(true);
    const waiting = (await workspaces.open.state()).session;
    const shown: unknown[] = [];
    const targets: LinkTargets = {
      takeReturnAddress: (address) => workspaces.open.takeReturnAddress(address),
      showWindow: async () => void shown.push('window'),
      showLink: async (what) => void shown.push(what),
    };
    const before = await stateOf(storage, workspaces);
    await survives(
      PART,
      { short: 500, long: 100_000 },
      fc.asyncProperty(link, async (address) => {
        shown.length = 0;
        await openDeepLink(address, targets);
        const { kind } = parseDeepLink(address);
        expect(shown).toHaveLength(kind === 'oauth_callback' ? 0 : 1);
        for (const what of shown) expect(what).toHaveProperty('kind', kind);
      }),
    );
    expect((await workspaces.open.state()).session).toEqual(waiting);
    expect(await stateOf(storage, workspaces)).toBe(before);
    expect(opened).toHaveLength(1);
    expect(service.received).toEqual([]);
  },
  FUZZ_TIMEOUT,
);

async function stateOf(
  { stores }: Awaited<ReturnType<typeof openWorkspaces>>['storage'],
  workspaces: Awaited<ReturnType<typeof openWorkspaces>>['workspaces'],
): Promise<string> {
  const id = workspaces.open.current?.workspace.id ?? '';
  return JSON.stringify([
    await workspaces.open.state(),
    await stores.workspaces.list(),
    await stores.requests.count(id),
  ]);
}

function expectKnownShape(read: DeepLink): void {
  switch (read.kind) {
    case 'oauth_callback':
      expect(read.address.length).toBeLessThanOrEqual(MAX_LINK_LENGTH);
      return;
    case 'new_request':
      for (const [field, value] of Object.entries(read.fields)) {
        expect(FIELDS).toContain(field);
        expectPlain(value, 2000);
      }
      return;
    case 'request':
      expectPlain(read.requestId, 200);
      return;
    case 'unknown':
      expect(Object.keys(read)).toEqual(['kind', 'problem']);
  }
}

function expectPlain(value: string, most: number): void {
  expect(value).toBe(value.trim());
  expect(value).not.toBe('');
  expect(value.length).toBeLessThanOrEqual(most);
  expect(value).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
}
