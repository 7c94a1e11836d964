import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast';
import type { Project } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { inProject, nodesIn, root } from '../../scripts/security/compiler.ts';

/** `stand-in.ts` has `emit`, which checks the arguments itself. */
const CHECKS_THEM = '/preview/electron/stand-in.ts';

/** Calls of `emit` in `preview/`, by whether the compiler checks their arguments. */
function emissions({ program, checker }: Project) {
  const paths = program.getSourceFileNames().filter((path) => path.startsWith(`${root}/preview/`));
  const calls = paths.flatMap((path) => {
    const source = program.getSourceFile(path);
    if (!source || path.endsWith(CHECKS_THEM)) return [];
    return [...nodesIn(source)].flatMap((node) => {
      if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
      if (node.expression.name.text !== 'emit') return [];
      const signature = checker.getResolvedSignature(node);
      const name = signature && checker.getParameterType(signature, 0);
      const checked = name !== undefined && checker.typeToString(name) !== 'string | symbol';
      return [{ text: `${path.slice(root.length + 1)}: ${node.getText()}`, checked }];
    });
  });
  return Map.groupBy(calls, ({ checked }) => checked);
}

test("the compiler checks the arguments of every event that the preview emits in Electron's place", () => {
  const found = inProject('preview', emissions);
  // Others go through `emit` of stand-in.ts, because an emitter of Electron's own type takes anything.
  expect(found.get(false)?.map(({ text }) => text) ?? []).toEqual([]);
  expect(found.get(true)?.length).toBeGreaterThan(15);
}, 120_000);
