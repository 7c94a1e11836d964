import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  isUserName,
  managedPreferences,
  policyFile,
  policySources,
  registryPolicy,
  systemRoot,
} from '../../../electron/desktop/policy-sources.ts';
import { policyWords } from '../../../shared/words/policy-words.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const own = process.getuid?.() ?? 0;
/** The temporary folder and its parents belong to root, the current user, or both. */
const trust = { owners: [0, own] };

function closedFolder(): string {
  const folder = join(temporaryFolder(), 'callboard');
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

function file(content: string, mode = 0o644, folder = closedFolder()): string {
  const path = join(folder, 'policy.json');
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

test('a system file is read, and a missing one means no policy', async () => {
  const path = file('{"locked":true}');
  await expect(policyFile(path, trust).read()).resolves.toMatchObject({ document: { locked: true } });
  await expect(policyFile(`${path}.not`, trust).read()).resolves.toEqual({ kind: 'absent' });
  await expect(policyFile(`${path}/below`, trust).read()).resolves.toEqual({ kind: 'absent' });
});

test.skipIf(process.platform === 'win32')(
  'a file or folder that others can write, or a file of another owner, is unreadable rather than absent',
  { meta: { needs: 'permissions of POSIX' } },
  async () => {
    const distrusted = async (path: string, owners = trust.owners) => {
      const found = await policyFile(path, { owners }).read();
      return found.kind === 'unreadable' ? policyWords(found.problem) : found.kind;
    };
    expect(await distrusted(file('{}', 0o666))).toBe(
      'It can be changed by users other than the system (root), so it is not trusted.',
    );
    expect(await distrusted(file('{}', 0o664))).toContain('can be changed by users other');
    const open = closedFolder();
    chmodSync(open, 0o777);
    expect(await distrusted(file('{}', 0o644, open))).toContain(
      `The folder ${open} can be changed by users other`,
    );
    expect(await distrusted(file('{}'), [own + 1])).toBe(
      'It is not owned by the system (root), so it is not trusted.',
    );
    const link = join(closedFolder(), 'policy.json');
    symlinkSync(file('{}', 0o666), link);
    expect(await distrusted(link)).toContain('can be changed by users other');
    await expect(policyFile(file('{}', 0o666), 'anybody').read()).resolves.toMatchObject({
      kind: 'document',
    });
  },
);

test.skipIf(process.platform === 'win32')(
  'a pipe or a folder in its place is unreadable and does not block',
  { meta: { needs: 'pipes of POSIX' } },
  async () => {
    const path = join(closedFolder(), 'policy.json');
    execFileSync('mkfifo', ['-m', '644', path]);
    await expect(policyFile(path, trust).read()).resolves.toMatchObject({
      problem: { code: 'not_a_file' },
    });
    await expect(policyFile(join(path, '..'), trust).read()).resolves.toMatchObject({ kind: 'unreadable' });
  },
);

test('an empty file and a dangling link are unreadable rather than absent', async () => {
  for (const content of ['', ' \r\n', '\uFEFF']) {
    await expect(policyFile(file(content), trust).read()).resolves.toMatchObject({
      problem: { code: 'file_empty' },
    });
  }
  const link = join(closedFolder(), 'policy.json');
  symlinkSync(join(closedFolder(), 'not-there.json'), link);
  await expect(policyFile(link, trust).read()).resolves.toMatchObject({
    problem: { code: 'dead_link' },
  });
});

test('a file above the size limit is unreadable', async () => {
  await expect(policyFile(file(' '.repeat(1024 * 1024 + 1)), trust).read()).resolves.toMatchObject({
    problem: { code: 'too_large' },
  });
});

test('CALLBOARD_POLICY_FILE is used only in unpackaged builds', () => {
  const places = (packaged: boolean, platform: NodeJS.Platform) =>
    policySources({ platform, packaged, namedFile: '/tmp/mine.json' }).map(({ place }) => place);
  expect(places(false, 'linux')).toEqual(['/tmp/mine.json']);
  expect(places(true, 'linux')).toEqual(['/etc/callboard/policy.json']);
  expect(places(true, 'win32')).toEqual([
    'HKLM\\SOFTWARE\\Policies\\Callboard',
    'HKCU\\SOFTWARE\\Policies\\Callboard',
  ]);
  expect(places(true, 'darwin')[0]).toBe('/Library/Managed Preferences/app.callboard.plist');
  expect(places(true, 'darwin')[1]).toMatch(/^\/Library\/Managed Preferences\/[^/]+\/app\.callboard\.plist$/);
});

test('managed preferences are read as JSON, without the keys macOS adds', async () => {
  const folder = closedFolder();
  mkdirSync(join(folder, 'ada'));
  writeFileSync(join(folder, 'ada/app.callboard.plist'), 'bplist00');
  const preferences = (json: string) =>
    managedPreferences('ada', { folder, trust, toJson: async () => Buffer.from(json) }).read();
  await expect(preferences('{"locked":true,"PayloadUUID":"1"}')).resolves.toMatchObject({
    kind: 'document',
    document: { locked: true },
  });
  await expect(preferences('{"PayloadUUID":"1"}')).resolves.toEqual({ kind: 'absent' });
  const failing = managedPreferences('ada', { folder, trust, toJson: () => Promise.reject(new Error('no')) });
  await expect(failing.read()).resolves.toMatchObject({
    problem: { code: 'not_a_property_list' },
  });
  await expect(managedPreferences(undefined, { folder, trust }).read()).resolves.toEqual({ kind: 'absent' });
  expect(['ada', 'ada.l-2', '..', '.', '../root', 'a/b', ''].map(isUserName)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('the registry’s policy key is read, and a missing key differs from an unreadable one', async () => {
  const KEY = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies';
  const asked: string[][] = [];
  const registry = (answers: Readonly<Record<string, string>>) =>
    registryPolicy('HKLM', async (args) => {
      asked.push([...args]);
      return answers[args[1] ?? ''];
    }).read();
  const there = {
    'HKLM\\SOFTWARE\\Policies\\Callboard': `${KEY}\\Callboard\r\n    locked    REG_DWORD    0x1\r\n`,
  };
  await expect(registry(there)).resolves.toMatchObject({ document: { locked: true } });
  expect(asked).toEqual([['query', 'HKLM\\SOFTWARE\\Policies\\Callboard', '/s', '/reg:64']]);
  await expect(registry({ 'HKLM\\SOFTWARE\\Policies': `${KEY}\\Google\r\n` })).resolves.toEqual({
    kind: 'absent',
  });
  await expect(registry({ 'HKLM\\SOFTWARE\\Policies': `${KEY}\\Callboard\r\n` })).resolves.toMatchObject({
    kind: 'unreadable',
  });
  await expect(registry({})).resolves.toMatchObject({ kind: 'unreadable' });
});

test('reg.exe is taken from the Windows folder, ignoring implausible values of SystemRoot', () => {
  expect(systemRoot('D:\\WinNT')).toBe('D:\\WinNT');
  for (const said of [undefined, '', '.', 'evil', '\\\\server\\share', 'C:\\a"b', '/tmp']) {
    expect(systemRoot(said)).toBe('C:\\Windows');
  }
});
