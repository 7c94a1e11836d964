import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeAutostart } from '../../electron/desktop/desktop-entries.ts';
import { fuseConfigProblems } from '../../scripts/packaging/fuses.ts';
import { linuxRuns } from '../../scripts/packaging/linux-targets.ts';
import { withScheme } from '../../scripts/packaging/msi-scheme.ts';
import { at, readYaml } from '../../scripts/packaging/read-yaml.ts';
import { temporaryFolder } from '../temp-folder.ts';

const root = join(import.meta.dirname, '../..');
const config = readYaml(join(root, 'electron-builder.yml'));
const targets = (system: string): unknown[] => {
  const list = at(config, system, 'target');
  return Array.isArray(list) ? list.map((target) => [at(target, 'target'), at(target, 'arch')]) : [];
};

describe('electron-builder.yml', () => {
  test('builds all planned installers', () => {
    expect(targets('mac')).toEqual([
      ['dmg', 'universal'],
      ['zip', 'universal'],
    ]);
    expect(targets('win')).toEqual([
      ['nsis', ['x64', 'arm64']],
      ['msi', ['x64']],
    ]);
    expect(targets('linux').map((target) => at(target, 0))).toEqual(['AppImage', 'deb', 'rpm', 'flatpak']);
  });

  test('is run once for each Linux target, the AppImage last, so that none gets what another left', () => {
    expect(linuxRuns(root).map(({ flags }) => flags.join(' '))).toEqual([
      '--linux deb --x64 --arm64',
      '--linux rpm --x64 --arm64',
      '--linux flatpak --x64',
      '--linux AppImage --x64 --arm64',
    ]);
  });

  test('sets all eight fuses as required', () => {
    expect(fuseConfigProblems(config)).toEqual([]);
  });

  test.each(['runAsNode', 'enableNodeOptionsEnvironmentVariable', 'onlyLoadAppFromAsar'])(
    'fails the check if the fuse %s is flipped',
    (name) => {
      const fuses = Object(at(config, 'electronFuses'));
      const turned = { ...Object(config), electronFuses: { ...fuses, [name]: !fuses[name] } };
      expect(fuseConfigProblems(turned)).toHaveLength(1);
    },
  );

  test('fails the check without archive integrity', () => {
    expect(fuseConfigProblems({ ...Object(config), disableAsarIntegrity: true })).toHaveLength(1);
    expect(fuseConfigProblems({ ...Object(config), asar: false })).toHaveLength(1);
  });

  test('names the icon as the entries do that the app writes itself', async () => {
    const folder = temporaryFolder();
    await writeAutostart('/opt/Callboard/callboard', { XDG_CONFIG_HOME: folder });
    const entry = readFileSync(join(folder, 'autostart', 'app.callboard.desktop'), 'utf8');
    // electron-builder names the installed icon after the program.
    expect(entry).toContain(`Icon=${String(at(config, 'linux', 'executableName'))}\n`);
  });

  test('refers only to existing files', () => {
    const files = [
      at(config, 'mac', 'icon'),
      at(config, 'mac', 'entitlements'),
      at(config, 'mac', 'entitlementsInherit'),
      at(config, 'win', 'icon'),
      at(config, 'nsis', 'include'),
      at(config, 'nsis', 'installerSidebar'),
      at(config, 'nsis', 'uninstallerSidebar'),
      at(config, 'linux', 'icon'),
      at(config, 'msiProjectCreated'),
    ].map(String);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('contains no credentials: signing uses only the environment', () => {
    const text = JSON.stringify(config);
    expect(text).not.toMatch(/password|cscLink|certificateFile|azureSignOptions|token/i);
  });

  test('requests a single exception from the hardened runtime on macOS', () => {
    expect(at(config, 'mac', 'hardenedRuntime')).toBe(true);
    for (const file of ['entitlements.mac.plist', 'entitlements.mac.inherit.plist']) {
      const keys = readFileSync(join(root, 'build', file), 'utf8').matchAll(/<key>([^<]+)<\/key>/g);
      expect([...keys].map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
    }
  });

  test("lets the Flatpak read the policy but none of the person's files, on a maintained runtime", () => {
    const args = JSON.stringify(at(config, 'flatpak', 'finishArgs'));
    expect(args.match(/filesystem=[^"]*/g)).toEqual(['filesystem=host-etc:ro']);
    expect(args).not.toMatch(/device=all|session-bus|system-bus|org\.freedesktop\.Flatpak/);
    const version = at(config, 'flatpak', 'runtimeVersion');
    expect(Number(version)).toBeGreaterThanOrEqual(25);
    expect(at(config, 'flatpak', 'baseVersion')).toBe(version);
  });

  test('passes links only after the end of switches', () => {
    expect(at(config, 'linux', 'executableArgs')).toEqual(['--']);
    expect(at(config, 'protocols', 0, 'schemes')).toEqual(['app.callboard']);
  });
});

describe('the MSI', () => {
  const library = dirname(
    createRequire(createRequire(import.meta.url).resolve('electron-builder')).resolve(
      'app-builder-lib/package.json',
    ),
  );
  const template = readFileSync(join(library, 'templates', 'msi', 'template.xml'), 'utf8');

  test('registers the scheme for all users in the project that electron-builder writes', () => {
    const project = withScheme(template);
    expect(project.match(/<Component Id="CallboardScheme"/g)).toHaveLength(1);
    expect(project).toContain('Key="Software\\Classes\\app.callboard"');
    expect(project).toContain('Callboard.exe&quot; -- &quot;%1&quot;');
    expect(project.length).toBeGreaterThan(template.length);
  });

  test('fails to build without it', () => {
    expect(() => withScheme('<Wix/>')).toThrow(/no component group/);
  });
});

describe('the uninstaller of NSIS', () => {
  const script = readFileSync(join(root, 'build', 'installer.nsh'), 'utf8');

  test('removes the scheme only if it is ours and the app is uninstalled, not updated', () => {
    expect(script).toMatch(/!macro customUnInstall\n\s+\$\{ifNot\} \$\{isUpdated\}/);
    const removals = script.split('\n').filter((line) => /DeleteReg(Key|Value)/.test(line));
    expect(removals).toHaveLength(3);
    for (const [index, line] of script.split('\n').entries()) {
      if (!line.includes('DeleteRegKey')) continue;
      expect(script.split('\n')[index - 1]).toMatch(/\{if\} \$R0 == "1"$/);
    }
  });
});
