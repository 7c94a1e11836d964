import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, readYaml } from './read-yaml.ts';

/** One run of electron-builder. */
export interface LinuxRun {
  readonly target: string;
  readonly flags: readonly string[];
}

/**
 * A run for each Linux target of electron-builder.yml. In one run, electron-builder builds all targets at the same time
 * out of one folder, where deb and rpm write `resources/package-type` (FpmTarget.js): whatever is there when a package is
 * filled gets in. An AppImage with that file would take itself for a package and never update.
 *
 * AppImage comes last, because each run writes latest-linux.yml, and only AppImages read it.
 */
export function linuxRuns(root: string): readonly LinuxRun[] {
  const list = at(readYaml(join(root, 'electron-builder.yml')), 'linux', 'target');
  const runs = (Array.isArray(list) ? list : []).map((each) => {
    const target = String(at(each, 'target'));
    const arch = at(each, 'arch');
    const flags = (Array.isArray(arch) ? arch : []).map((name) => `--${name}`);
    return { target, flags: ['--linux', target, ...flags] };
  });
  const isLast = ({ target }: LinuxRun): number => (target === 'AppImage' ? 1 : 0);
  return runs.toSorted((one, other) => isLast(one) - isLast(other));
}

/** What `resources/package-type` says in a package of this target; undefined if it must not be there. */
export function packageTypeOf(target: string): string | undefined {
  return ['deb', 'rpm', 'pacman'].includes(target) ? target : undefined;
}

/** Problems with `package-type` in the folders out of which this target was just built. */
export function packageTypeProblems(dist: string, target: string): string[] {
  const wanted = packageTypeOf(target);
  return globSync('linux*-unpacked/resources', { cwd: dist }).flatMap((resources) => {
    const path = join(dist, resources, 'package-type');
    const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
    return found === wanted ? [] : [wrongType(target, found)];
  });
}

/** A sentence about a package of `target` whose `package-type` is wrong. */
export function wrongType(target: string, found: string | undefined): string {
  const wanted = packageTypeOf(target);
  return `${target}: package-type should be ${wanted ?? 'missing'} and is ${found ?? 'missing'}.`;
}
