import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type SandboxPlaces, sandboxAdvice, sandboxObstacle } from '../../scripts/sandbox-obstacle.ts';
import { temporaryFolder } from '../temp-folder.ts';

/** A Linux with these kernel settings, and a helper that isn't setuid. */
function linux(
  settings: Readonly<Record<string, string>>,
  changes: Partial<SandboxPlaces> = {},
): SandboxPlaces {
  const folder = temporaryFolder();
  for (const [name, value] of Object.entries(settings)) {
    const path = join(folder, 'sys', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${value}\n`);
  }
  const helper = join(folder, 'chrome-sandbox');
  writeFileSync(helper, '', { mode: 0o755 });
  return { platform: 'linux', uid: 1000, settings: join(folder, 'sys'), helper, ...changes };
}

const UBUNTU = { 'kernel/apparmor_restrict_unprivileged_userns': '1', 'user/max_user_namespaces': '63000' };

test.each<[string, Parameters<typeof linux>, string | undefined]>([
  ['nothing on a kernel without limits', [{ 'user/max_user_namespaces': '63000' }], undefined],
  ['nothing on a kernel that has none of the settings', [{}], undefined],
  ["Ubuntu 24.04's limit", [UBUNTU], 'apparmor'],
  [
    'nothing on an Ubuntu with the limit taken off',
    [{ ...UBUNTU, 'kernel/apparmor_restrict_unprivileged_userns': '0' }],
    undefined,
  ],
  ['namespaces turned off by Debian', [{ 'kernel/unprivileged_userns_clone': '0' }], 'no_namespaces'],
  ['a kernel that allows no namespace', [{ 'user/max_user_namespaces': '0' }], 'no_namespaces'],
  ['root, whatever the kernel allows', [{}, { uid: 0 }], 'root'],
  ['nothing on macOS', [UBUNTU, { platform: 'darwin' }], undefined],
  ['nothing on Windows, which has no user ids', [UBUNTU, { platform: 'win32', uid: undefined }], undefined],
  ['the limit, where the helper is missing', [UBUNTU, { helper: '/nowhere/chrome-sandbox' }], 'apparmor'],
])('finds %s', (_what, [settings, changes], obstacle) => {
  expect(sandboxObstacle(linux(settings, changes))).toBe(obstacle);
});

test.runIf(process.getuid?.() === 0)(
  'finds nothing if the helper belongs to root and is setuid',
  { meta: { needs: 'root' } },
  () => {
    const places = linux(UBUNTU);
    chmodSync(places.helper, 0o4755);
    expect(sandboxObstacle(places)).toBeUndefined();
  },
);

test('says which command lifts the limit, with the path of this Electron', () => {
  const places = linux(UBUNTU);
  expect(sandboxAdvice('apparmor', places)).toContain(
    'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  );
  expect(sandboxAdvice('no_namespaces', places)).toContain(`sudo chmod 4755 '${places.helper}'`);
  expect(sandboxAdvice('root', places)).toContain('as an ordinary user');
});
