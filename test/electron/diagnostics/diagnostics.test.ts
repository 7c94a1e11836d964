import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTokenConnection } from '../../../electron/auth/token-request.ts';
import { judgeSpace } from '../../../electron/diagnostics/data-folder.ts';
import { type DiagnosticsOptions, measureClock } from '../../../electron/diagnostics/diagnostics.ts';
import { watchSubmissions } from '../../../electron/diagnostics/watch-stores.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { settings } from '../../../shared/settings.ts';
import { teamProblem } from '../../../shared/team.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { acceptance, changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { openTestStorage } from '../storage/temporary-storage.ts';
import { diagnosticsUnderTest } from './diagnostics-under-test.ts';
import { folded, NAMES, numbersIn, phoneNumbers, SECRETS, seeded } from './personal-data.ts';

type Open = ReturnType<DiagnosticsOptions['workspaces']> extends Iterable<infer One> ? One : never;

function openWorkspace(changes: Parameters<typeof sampleWorkspace>[0] = {}): Open {
  return {
    workspace: sampleWorkspace(changes),
    session: { status: { phase: 'signed_in', storage: 'sealed' } },
    reachability: { reachable: true },
    team: {
      state: { phase: 'refused', since: 1, reason: teamProblem('wrong_password', { user: 'mary.miller' }) },
    },
  };
}

describe('the diagnostics text', () => {
  test('contains no personal data from a filled database, and no text a person typed into settings', async () => {
    const folder = temporaryFolder();
    const { stores } = await openTestStorage(join(folder, 'callboard.db'));
    const numbers = phoneNumbers(60, seeded(11));
    const workspace = sampleWorkspace({
      name: 'Lindqvist Recruiting',
      baseUrl: 'https://user:hunter2@api.lindqvist.example/tenants/lindqvist',
      clientId: 'lindqvist-client',
    });
    await stores.workspaces.save(workspace, 1);
    await stores.secrets.save(workspace.id, 'tokens', Buffer.from('ya29.a0AfH6SMBx'), []);
    const { diagnostics, log } = diagnosticsUnderTest(
      {
        workspaces: () => [{ ...openWorkspace(), workspace }],
        settings: () =>
          settings.parse({ currentWorkspaceId: workspace.id, gridLayouts: { [workspace.id]: {} } }),
      },
      folder,
    );
    const watched = watchSubmissions(stores.submissions, log.event);
    for (const [index, digits] of numbers.entries()) {
      const submission = sampleSubmission({
        candidateName: NAMES[index % NAMES.length] ?? '',
        phoneNumber: `+${digits}`,
        resumeUrl: `https://files.example.com/${digits}.pdf`,
        questionnaireTemplateId: `for-${SECRETS[index % SECRETS.length]}`,
      });
      await watched.add([submission]);
      if (index % 2 === 0) {
        for (const change of acceptance(submission, `request-${digits}`)) await watched.save([change]);
        await stores.annotations.setNotes(workspace.id, `request-${digits}`, `Calls back at ${digits}`, 3);
      } else {
        const claimed = changeBy(submission, { type: 'claimed' });
        const sending = changeBy(claimed.submission, { type: 'sending_marked' });
        const outcome = {
          name: 'unclear_status',
          httpStatus: 500,
          answer: NAMES[0],
          reason: digits,
        } as const;
        await watched.save([claimed]);
        await watched.save([sending]);
        await watched.save([changeBy(sending.submission, { type: 'answered', outcome, retryAt: 5 })]);
      }
      log.error(new Error(`${digits} ${NAMES[index % NAMES.length]}`));
    }
    const text = await diagnostics.text({ includeAddresses: false });
    expect(text).toContain('Submissions accepted: 30');
    expect(text).toContain('Submissions unconfirmed: 30');
    expect(text).toContain('state=unconfirmed outcome=unclear_status http=500 attempts=1');
    expect(text).toContain('1. service, signed_in (sealed), reachable, team refused (wrong_password)\n');
    expect(text).not.toContain('mary.miller');
    expect(numbersIn(text, numbers)).toEqual([]);
    const words = [...NAMES, ...SECRETS, 'Lindqvist hunter2 lindqvist-client'].flatMap((text) =>
      folded(text).split(/[^\p{L}\p{N}_]+/u),
    );
    const allowed = new Set(['main', 'callboard', 'files']);
    const found = words.filter(
      (word) => word.length > 4 && !allowed.has(word) && folded(text).includes(word),
    );
    expect(found).toEqual([]);
    expect(text).not.toContain(folder);

    const withAddresses = await diagnostics.text({ includeAddresses: true });
    expect(withAddresses).toContain(
      'service https://api.lindqvist.example, sign-in https://login.acme.example',
    );
    expect(withAddresses).not.toMatch(/hunter2|tenants/);
  });

  test("says so if the database can't be read", async () => {
    const { diagnostics } = diagnosticsUnderTest();
    const text = await diagnostics.text({ includeAddresses: false });
    expect(text).toContain("Callboard couldn't read the database.");
    expect(text).toContain('Callboard 1.2.3');
  });
});

describe('health', () => {
  test('reports damage, files put aside, crash dumps, a missing key store and a missing sandbox', async () => {
    const { diagnostics, folder, log } = diagnosticsUnderTest({
      keeping: async () => 'memory',
      sandboxIsOff: () => true,
    });
    writeFileSync(join(folder, 'callboard.db.suspect'), 'x');
    writeFileSync(join(folder, 'callboard.db.damaged-2026-11-21T10-00-00'), 'old');
    writeFileSync(join(folder, 'settings.json.damaged-2026-11-20T10-00-00'), 'old');
    mkdirSync(join(folder, 'crash-dumps', 'pending'), { recursive: true });
    writeFileSync(join(folder, 'crash-dumps', 'pending', 'a.dmp'), 'memory');
    const report = await diagnostics.health();
    expect(report.database).toMatchObject({ state: 'problem', damaged: true });
    expect(report.putAside.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'callboard.db.damaged-2026-11-21T10-00-00',
        'settings.json.damaged-2026-11-20T10-00-00',
      ]),
    );
    expect(report.crashDumps).toMatchObject({ state: 'look', dumps: [{ bytes: 6 }] });
    expect(report.keyStore).toEqual({ state: 'look', keeping: 'memory' });
    expect(report.pageSandbox).toEqual({ state: 'look', off: true });
    expect(await diagnostics.text({ includeAddresses: false })).toContain('\nSandbox: look, off\n');
    expect(report.space.freeBytes).toBeGreaterThan(0);
    expect(report.log.state).toBe('ok');
    await log.flush();
  });

  test('judges free space, and unknown free space as worth a look', () => {
    expect(judgeSpace(150 * 1024 * 1024)).toBe('problem');
    expect(judgeSpace(900 * 1024 * 1024)).toBe('look');
    expect(judgeSpace(2 * 1024 ** 3)).toBe('ok');
    expect(judgeSpace(null)).toBe('look');
  });

  test('shows only listed files in the file manager', async () => {
    const shown: string[] = [];
    const { diagnostics, folder } = diagnosticsUnderTest({ showFile: (path) => void shown.push(path) });
    const name = 'callboard.db.damaged-2026-11-21T10-00-00';
    writeFileSync(join(folder, name), 'old');
    await diagnostics.showPutAside(name);
    await expect(diagnostics.showPutAside('../../etc/passwd')).rejects.toMatchObject({
      failure: { error: { code: 'data_file_gone' } },
    });
    expect(shown).toEqual([join(folder, name)]);
  });

  test("logs the page's errors as codes, rate-limited", async () => {
    const { diagnostics, written } = diagnosticsUnderTest();
    for (let n = 0; n < 100; n += 1) {
      diagnostics.pageError({
        name: n === 0 ? 'TypeError' : 'Ada Lovelace +14155550100',
        code: 'Ada',
        places: [{ file: 'Ada.js', line: 1, column: 1 }],
      });
    }
    const text = await written();
    expect(text.match(/trouble where=page /g)).toHaveLength(20);
    expect(text).toContain('trouble where=page error=TypeError(other)');
    expect(text).not.toMatch(/Ada|4155/);
  });
});

describe('crash dumps', () => {
  test('are pruned to the newest five, and deleted one by one or all at once', async () => {
    const { crashDumps } = diagnosticsUnderTest();
    mkdirSync(join(crashDumps.folder, 'completed'), { recursive: true });
    for (let n = 0; n < 9; n += 1) {
      const path = join(crashDumps.folder, 'completed', `dump-${n}`);
      for (const suffix of ['.dmp', '.meta']) {
        writeFileSync(path + suffix, 'x');
        utimesSync(path + suffix, 1000 + n, 1000 + n);
      }
    }
    expect(await crashDumps.prune()).toBe(4);
    const kept = await crashDumps.list();
    expect(kept.map(({ at }) => at)).toEqual([1008, 1007, 1006, 1005, 1004].map((seconds) => seconds * 1000));
    expect(await crashDumps.delete(kept[0]?.name ?? '')).toBe(1);
    await expect(crashDumps.delete('../callboard.db')).rejects.toMatchObject({
      failure: { error: { code: 'crash_dump_gone' } },
    });
    expect(await crashDumps.delete(null)).toBe(4);
    expect(readdirSync(join(crashDumps.folder, 'completed'))).toEqual([]);
  });
});

describe('the clock check', () => {
  const answering = async (headers: Record<string, string>): Promise<string> => {
    const server = createServer((request, response) => {
      response.sendDate = false;
      response.writeHead(request.method === 'HEAD' ? 404 : 500, headers).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
  };
  const measured = async (headers: Record<string, string>, now: () => number = Date.now) => {
    const connection = openTokenConnection(DIRECT_NETWORK);
    onTestFinished(() => connection.destroy());
    return measureClock(connection, await answering(headers), now);
  };

  test('compares the clock with the service’s Date header, whatever the status', async () => {
    const theirs = Date.UTC(2026, 10, 21, 12);
    const date = new Date(theirs).toUTCString();
    expect(await measured({ date }, () => theirs + 500)).toEqual({
      state: 'ok',
      aheadMs: 0,
      precisionMs: 500,
    });
    expect(await measured({ date }, () => theirs + 3 * 60_000 + 500)).toMatchObject({
      state: 'look',
      aheadMs: 180_000,
    });
    expect(await measured({ date }, () => theirs - 3_600_000 + 500)).toMatchObject({
      state: 'problem',
      aheadMs: -3_600_000,
    });
  });

  test('has no result without a valid Date header or without a service', async () => {
    expect(await measured({})).toEqual({ state: 'look', unknown: 'no_date' });
    expect(await measured({ date: 'soon' })).toEqual({ state: 'look', unknown: 'no_date' });
    const connection = openTokenConnection(DIRECT_NETWORK);
    onTestFinished(() => connection.destroy());
    expect(await measureClock(connection, 'http://127.0.0.1:9/')).toEqual({
      state: 'look',
      unknown: 'unreachable',
    });
  });

  test('says how far ahead of any service the clock is, whichever workspace is open', async () => {
    const yearAgo = new Date(Date.now() - 365 * DAY_MS).toUTCString();
    const services = async (...headers: Record<string, string>[]) =>
      Promise.all(headers.map(async (each) => sampleWorkspace({ baseUrl: await answering(each) })));
    const practice = sampleWorkspace({ kind: 'practice' });
    const ahead = (workspaces: readonly Workspace[]) =>
      diagnosticsUnderTest({
        workspaces: () => workspaces.map(openWorkspace),
        currentWorkspace: () => practice,
      }).diagnostics.clockAheadMs();
    const gone = sampleWorkspace({ baseUrl: 'http://127.0.0.1:9/' });
    const [here = gone, late = gone] = await services({ date: new Date().toUTCString() }, { date: yearAgo });
    expect(await ahead([practice, here, late])).toBeGreaterThan(364 * DAY_MS);
    expect(await ahead([practice, gone, here])).toBeLessThan(60_000);
    // Nobody knows, so it may be far ahead.
    expect(await ahead([practice, gone])).toBe(Number.POSITIVE_INFINITY);
    expect(await ahead([practice, ...(await services({}))])).toBeUndefined();
    expect(await ahead([practice])).toBeUndefined();
  });
});

test('deleting the log removes all lines and changes the hashes of ids', async () => {
  const { diagnostics, log, written } = diagnosticsUnderTest();
  log.event('submission_added', { workspace: 'workspace-1', count: 1 });
  const before = /workspace=(\w+)/.exec(await written())?.[1];
  await diagnostics.deleteLogs();
  log.event('submission_added', { workspace: 'workspace-1', count: 1 });
  const text = await written();
  expect(before).toMatch(/^[b-t]{10}$/);
  expect(text).not.toContain(before);
  expect(text).toMatch(/logs_deleted\n.*submission_added workspace=[b-t]{10} count=1\n/);
});
