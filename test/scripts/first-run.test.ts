import { describe, expect, test } from 'vitest';
import { Checks, NotAvailableError } from '../../scripts/first-run/checks.ts';
import { type Person, redact } from '../../scripts/first-run/redact.ts';
import { type FirstRun, formatReport, reportName, withPicture } from '../../scripts/first-run/report.ts';

const RUN: FirstRun = {
  host: 'Electron',
  at: new Date('2026-11-23T12:30:00Z'),
  facts: { system: 'Linux 6.18 (x64)' },
  checks: [
    { area: 'Walk', name: 'Opens', outcome: 'ok', words: 'fine', ms: 12 },
    { area: 'Desktop', name: 'Tray | icon', outcome: 'failed', words: 'No <host>\nat all', ms: 3 },
  ],
  outputs: { 'What it printed': 'a\n```\nb' },
};

describe('checks', () => {
  test('one that throws, hangs or is not available does not stop the others', async () => {
    const checks = new Checks();
    await checks.run('A', 'throws', () => {
      throw new Error('broken');
    });
    await checks.run('A', 'hangs', () => new Promise<never>(() => undefined), 10);
    await checks.run('A', 'is missing', () => {
      throw new NotAvailableError('no such thing');
    });
    expect(await checks.run('A', 'works', async () => 'found')).toBe(true);
    expect(checks.results.map(({ name, outcome, words }) => [name, outcome, words])).toEqual([
      ['throws', 'failed', 'broken'],
      ['hangs', 'failed', 'No result after 0.01 s.'],
      ['is missing', 'not available', 'no such thing'],
      ['works', 'ok', 'found'],
    ]);
  });
});

describe('the report of a first run', () => {
  test('is named after the system and the day', () => {
    expect(reportName('darwin', RUN.at)).toBe('callboard-first-run-macos-2026-11-23.md');
    expect(reportName('win32', RUN.at)).toBe('callboard-first-run-windows-2026-11-23.md');
    expect(reportName('linux', RUN.at)).toBe('callboard-first-run-linux-2026-11-23.md');
  });

  test('shows failures first, and no text breaks its tables and code blocks', () => {
    const report = formatReport(RUN);
    expect(report).toContain('2026-11-23 12:30 UTC: 1 failed, 0 not available, 1 ok.');
    expect(report).toContain(String.raw`| Desktop | Tray \| icon | No &lt;host><br>at all | 3 |`);
    expect(report.indexOf('## Failed')).toBeLessThan(report.indexOf('## OK'));
    expect(report).not.toContain('## Not available');
    expect(report).toContain('````text\na\n```\nb\n````');
  });

  test('ends with a picture of the window', () => {
    expect(withPicture('# Report\n', Buffer.from('picture'))).toBe(
      '# Report\n\n## The window\n\n![The window](data:image/jpeg;base64,cGljdHVyZQ==)\n',
    );
  });

  test('cuts off a program that prints without end', () => {
    const report = formatReport({ ...RUN, outputs: { Endless: 'x'.repeat(100_000) } });
    expect(report.length).toBeLessThan(50_000);
    expect(report).toContain('cut off');
  });
});

describe('redacting', () => {
  const person: Person = {
    folders: [
      ['/tmp', '[temp]'],
      ['/tmp/run-1', '[data]'],
      ['/home/grace.h', '~'],
    ],
    user: 'grace.h',
    computer: ['graces-laptop.local', 'graces-laptop'],
  };

  test.for([
    ['/home/grace.h/callboard/out', '~/callboard/out'],
    ['/tmp/run-1/walk/logs and /tmp/other', '[data]/walk/logs and [temp]/other'],
    ['file:///home/grace.h/a%20b', 'file://~/a%20b'],
    ['Grace.H on graces-laptop.local, or graces-laptop.', '[user] on [computer], or [computer].'],
    ['graces-laptops and disgrace.h stay', 'graces-laptops and disgrace.h stay'],
  ])('%s', ([text = '', redacted]) => {
    expect(redact(text, person)).toBe(redacted);
  });

  test('on Windows, in every way a path is written', () => {
    const windows: Person = {
      folders: [['C:\\Users\\Grace Hopper', '~']],
      user: 'Grace Hopper',
      computer: ['PC-1'],
    };
    const text = String.raw`C:\Users\Grace Hopper\x "C:\\Users\\Grace Hopper\\x" c:/users/grace hopper/x C:\Users\GRACEH~1\AppData C:\\Users\\GRACEH~1\\x file:///C:/Users/Grace%20Hopper/x`;
    expect(redact(text, windows)).toBe(String.raw`~\x "~\\x" ~/x ~\AppData ~\\x file:///~/x`);
  });

  test('leaves accounts that name nobody, as their names are ordinary words', () => {
    expect(redact('the root of it', { ...person, user: 'root' })).toBe('the root of it');
  });
});
