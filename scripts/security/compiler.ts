import { join } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import type { FileSystem } from 'typescript/unstable/fs';
import { API, type Project } from 'typescript/unstable/sync';

/** The checkout, with forward slashes, as in the compiler's paths. */
export const root = join(import.meta.dirname, '..', '..').replaceAll('\\', '/');

/** What `run` gives for the TypeScript project of a folder. `files` stand in for those on disk. */
export function inProject<Result>(
  folder: string,
  run: (project: Project) => Result,
  files?: FileSystem,
): Result {
  const config = `${root}/${folder}/tsconfig.json`;
  const api = new API({ cwd: root, ...(files && { fs: files }) });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`TypeScript can't open ${config}.`);
    return run(project);
  } finally {
    api.close();
  }
}

/** The node and all below it. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node;
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* nodesIn(child);
}
