import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Uses electron-updater's own YAML parser, to avoid a dependency only for the build. */
const require = createRequire(createRequire(import.meta.url).resolve('electron-updater'));

/** Parses a YAML file; the caller validates the contents. */
export function readYaml(path: string): unknown {
  const { load } = require('js-yaml');
  return load(readFileSync(path, 'utf8'));
}

/** The value at a path such as `['jobs', 'build', 'steps']`; undefined if there is none. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    value,
  );
}
