import { expect, test } from 'vitest';
import { compose } from '../../../electron/notifications/compose.ts';
import type { Notice } from '../../../electron/notifications/ports.ts';
import { sampleNotice, sampleSubject } from './sample-notices.ts';

const shown = { showNames: true, nameWorkspace: false };

function about(name: string, changes: Partial<Notice> = {}): Notice {
  return sampleNotice({ submission: sampleSubject({ candidateName: name }), ...changes });
}

test('one completed screening names the candidate and opens the request', () => {
  const notice = about('Grace Hopper');
  expect(compose([notice], shown)).toEqual({
    title: 'Screening completed',
    body: 'Grace Hopper\nThe results are in.',
    target: { workspaceId: 'workspace-1', place: 'request', requestId: notice.submission?.requestId },
  });
});

test('a completed screening of somebody who was not assessed does not promise results', () => {
  const unreached = (name: string, outcome: 'not_reached' | 'completed') =>
    sampleNotice({ submission: { ...sampleSubject({ candidateName: name }), outcome } });
  expect(compose([unreached('Grace', 'not_reached')], shown).body).toBe('Grace\nNot reached.');
  expect(compose([unreached('Grace', 'completed')], shown).body).toBe(
    'Grace\nCompleted without an assessment.',
  );
  const mixed = [about('Ada'), about('Alan'), unreached('Grace', 'not_reached')];
  expect(compose(mixed, shown).body).toBe('Ada, Alan, and Grace\n2 assessed, 1 not reached.');
  expect(compose(mixed, { ...shown, showNames: false }).body).toBe('2 assessed, 1 not reached.');
});

test('several of a kind give their number and up to three names, and open the changed requests', () => {
  const people = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara'].map((name) => about(name));
  expect(compose(people.slice(0, 3), shown).body).toBe('Ada, Grace, and Alan');
  expect(compose(people, shown)).toEqual({
    title: '5 screenings completed',
    body: 'Ada, Grace, Alan and 2 more',
    target: { workspaceId: 'workspace-1', place: 'changed_requests' },
  });
});

test('several kinds are counted, the most urgent in the title', () => {
  const message = compose(
    [
      about('Ada'),
      about('Grace'),
      about('Alan', { kind: 'rejected' }),
      about('Edsger', { kind: 'unconfirmed' }),
      about('Barbara', { kind: 'held' }),
    ],
    shown,
  );
  expect(message).toEqual({
    title: 'A submission needs your decision',
    body: 'Also: 1 held, 1 refused, 2 completed.',
    target: { workspaceId: 'workspace-1', place: 'outbox' },
  });
});

test('a candidate whom a colleague submitted, too, comes before what waits for a person', () => {
  const twice = about('Ada', { kind: 'called_too' });
  expect(compose([twice], shown)).toEqual({
    title: 'A candidate may be called twice',
    body: 'Ada\nA colleague submitted the same number. The history says who.',
    target: { workspaceId: 'workspace-1', place: 'request', requestId: twice.submission?.requestId },
  });
  expect(compose([about('Alan', { kind: 'held' }), twice], shown)).toMatchObject({
    title: 'A candidate may be called twice',
    body: 'Also: 1 held.',
  });
});

test('a lost sign-in names its workspace and opens it', () => {
  const lost = sampleNotice({
    kind: 'signed_out',
    submission: null,
    workspaceId: 'workspace-2',
    workspaceName: 'Beta',
  });
  expect(compose([lost], { ...shown, nameWorkspace: true })).toEqual({
    title: 'You are signed out of Beta',
    body: 'Sign in so that submissions go out and results come in.',
    target: { workspaceId: 'workspace-2', place: 'sign_in' },
  });
  const two = [lost, sampleNotice({ kind: 'signed_out', submission: null, workspaceName: 'Acme' })];
  expect(compose(two, shown).body).toBe(
    'Beta and Acme. Sign in so that submissions go out and results come in.',
  );
});

test('names are left out if they are turned off', () => {
  for (const kind of ['completed', 'rejected', 'unconfirmed', 'held'] as const) {
    for (const count of [1, 4]) {
      const notices = Array.from({ length: count }, () => about('Grace Hopper', { kind }));
      const { title, body } = compose(notices, { showNames: false, nameWorkspace: true });
      expect(title + body).not.toContain('Grace');
      expect(body).toContain('Acme');
    }
  }
});

test('the workspace is named if all notices are from one', () => {
  expect(compose([about('Ada')], { ...shown, nameWorkspace: true }).body).toBe(
    'Ada\nThe results are in.\nAcme',
  );
  const both = [about('Ada'), about('Grace', { workspaceId: 'workspace-2', workspaceName: 'Beta' })];
  expect(compose(both, { ...shown, nameWorkspace: true }).body).toBe('Ada and Grace');
});

test('a name becomes one short line without markup or bidirectional controls', () => {
  const hostile = `<b>Ada</b>\n\u202eevil\u2066 <a href="https://evil.example">x</a> & ${'long '.repeat(50)}`;
  const { body } = compose([about(hostile)], shown);
  const [name = '', ...rest] = body.split('\n');
  expect(rest).toEqual(['The results are in.']);
  expect([...name].length).toBeLessThanOrEqual(60);
  expect(name).not.toMatch(/[<>&\u202a-\u202e\u2066]/);
  expect(compose([about('مريم')], shown).body).toContain('\u2068مريم\u2069');
});
