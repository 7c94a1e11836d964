import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Scripts of one build of the interface, by their names in its `assets` folder. */
export interface Scripts {
  readonly names: readonly string[];
  /** All of them, each compressed by itself at gzip's best level, bytes. */
  readonly gzipped: number;
}

/**
 * What the interface in `renderer` (out/renderer) loads before anything can be drawn: the scripts of its page with all
 * they import statically. `lazily` names chunks that are loaded on top, as their modules are called: 'welcome-page'.
 * Throws where there is no build, or no such chunk.
 */
export function startupScripts(renderer: string, lazily: readonly string[] = []): Scripts {
  const page = readFileSync(join(renderer, 'index.html'), 'utf8');
  const entries = [...page.matchAll(/<script[^>]+src="\.\/assets\/([^"]+\.js)"/g)].map(([, name]) => name);
  if (entries.length === 0) throw new Error(`The page in ${renderer} has no script.`);
  const found = new Set<string>();
  const follow = (name: string | undefined): void => {
    if (name === undefined || found.has(name)) return;
    found.add(name);
    for (const imported of staticImports(readFileSync(join(renderer, 'assets', name), 'utf8')))
      follow(imported);
  };
  for (const name of [...entries, ...lazily.map((module) => chunkOf(renderer, module))]) follow(name);
  return { names: [...found], gzipped: gzippedBytes(renderer, [...found]) };
}

/** The sum of these scripts of the `assets` folder, each compressed by itself at gzip's best level, bytes. */
export function gzippedBytes(renderer: string, names: readonly string[]): number {
  return names.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(renderer, 'assets', name)), { level: 9 }).length,
    0,
  );
}

/** `import ... from "./x.js"`, `import "./x.js"`, `export ... from "./x.js"`, but not `import("./x.js")`. */
function staticImports(script: string): string[] {
  return [...script.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)].flatMap(([, name]) => name ?? []);
}

/** The file of the chunk that a dynamic import of a module of this name loads. */
function chunkOf(renderer: string, module: string): string {
  const name = new RegExp(`^${module}-[\\w-]{8}\\.js$`);
  const found = readdirSync(join(renderer, 'assets')).filter((file) => name.test(file));
  if (found[0] === undefined || found.length > 1)
    throw new Error(`${found.length} chunks are called ${module} in ${renderer}.`);
  return found[0];
}
