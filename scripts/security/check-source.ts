import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainRules } from './main-rules.ts';
import { pageRules } from './page-rules.ts';
import type { Rule } from './rule.ts';
import { nodesIn, parseProgram, type SyntaxNode } from './syntax.ts';

/** A violation of a rule. */
export interface Breach {
  readonly rule: string;
  /** Location relative to the checkout, such as `electron/main.ts:7`. */
  readonly place: string;
  readonly says: string;
}

export const rules: readonly Rule[] = [...mainRules, ...pageRules];

const root = join(import.meta.dirname, '..', '..');

/** All source files that rules check, relative to the checkout, with forward slashes. */
export function sourceFiles(): string[] {
  return globSync('{electron,renderer,shared,practice,preview}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'))
    .sort();
}

/** All violations in these files. */
export function checkSource(paths: readonly string[] = sourceFiles()): Breach[] {
  return paths.flatMap((path) => checkText(path, readFileSync(join(root, path), 'utf8')));
}

/** The violations in a text, as if it were the file at this path. */
export function checkText(path: string, text: string, against: readonly Rule[] = rules): Breach[] {
  const applying = against.filter((rule) => applies(rule, path));
  if (applying.length === 0) return [];
  return nodesIn(parseProgram(path, text)).flatMap((node) =>
    applying.filter(({ breaks }) => breaks(node)).map((rule) => breach(rule, path, text, node)),
  );
}

function applies({ within, but = [] }: Rule, path: string): boolean {
  return within.some((folder) => path === folder || path.startsWith(`${folder}/`)) && !but.includes(path);
}

function breach(rule: Rule, path: string, text: string, node: SyntaxNode): Breach {
  const line = text.slice(0, node.start).split('\n').length;
  return { rule: rule.id, place: `${path}:${line}`, says: rule.says };
}
