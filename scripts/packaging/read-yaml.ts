import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The parser that electron-updater brings and reads its own files with: no dependency of ours for the build alone. */
const require = createRequire(createRequire(import.meta.url).resolve('electron-updater'));

/** Reads a YAML file; what is in it is for the caller to check. */
export function readYaml(path: string): unknown {
  const { load } = require('js-yaml');
  return load(readFileSync(path, 'utf8'));
}

/** What is below a path of names, such as `['jobs', 'build', 'steps']`; undefined where there is nothing. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    value,
  );
}
