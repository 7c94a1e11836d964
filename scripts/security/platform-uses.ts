import {
  getTextOfJSDocComment,
  isBindingElement,
  isCallExpression,
  isClassDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isJSDoc,
  isLiteralTypeNode,
  isMethodDeclaration,
  isMethodSignatureDeclaration,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isPropertySignatureDeclaration,
  isShorthandPropertyAssignment,
  isStringLiteral,
  type Node,
} from 'typescript/unstable/ast';
import type { Checker, Symbol as CompilerSymbol, Project } from 'typescript/unstable/sync';
import { inProject, nodesIn, root } from './compiler.ts';
import { SYSTEMS, type Systems, systemsAt } from './platform-branches.ts';

/** A use of a member of Electron that some systems lack, where one of those can reach it. */
export interface PlatformUse {
  /** Path relative to the checkout, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** Such as `App.dock`, or `PowerMonitor.on('lock-screen')`. */
  readonly member: string;
  /** Where Electron has it. */
  readonly on: Systems;
  /** Where it is used. */
  readonly usedOn: Systems;
}

/**
 * All uses in `electron/` of members that `electron.d.ts` limits to some systems (`@platform`), where the app can reach
 * them on another: methods, properties, events, fields of options and of results. It doesn't see the fields of an object
 * that is made without a type and passed on later, or the parameters of listeners.
 *
 * `samples`: sources that are checked instead, by their name.
 */
export function platformUses(samples?: Readonly<Record<string, string>>): PlatformUse[] {
  return inProject('electron', usesIn, samples && sampleFiles(samples));
}

function sampleFiles(samples: Readonly<Record<string, string>>) {
  const files = new Map(Object.entries(samples).map(([name, text]) => [`${root}/electron/${name}`, text]));
  const compilerOptions = { types: ['node'] };
  const config = { extends: '../tsconfig.json', files: Object.keys(samples), compilerOptions };
  files.set(`${root}/electron/tsconfig.json`, JSON.stringify(config));
  return {
    readFile: (path: string) => files.get(path),
    fileExists: (path: string) => (files.has(path) ? true : undefined),
  };
}

function usesIn(project: Project): PlatformUse[] {
  const { program, checker } = project;
  const paths = program.getSourceFileNames();
  const types = program.getSourceFile(paths.find(isElectron) ?? 'electron.d.ts');
  if (!types) throw new Error('Nothing imports electron.');
  // Only these names are worth a question to the compiler.
  const limited = new Set([...nodesIn(types)].filter((node) => limitOf(node)).map(nameOf));
  return paths.flatMap((path) => {
    const source = path.startsWith(`${root}/electron/`) ? program.getSourceFile(path) : undefined;
    if (!source) return [];
    return [...nodesIn(source)].flatMap((node) => {
      const name = nameOf(node);
      if (name === undefined || !limited.has(name)) return [];
      const { member, on } = memberOf(declarationsOf(node, name, project));
      if (on === undefined) return [];
      const usedOn = systemsAt(node, checker);
      if (usedOn.every((system) => on.includes(system))) return [];
      const { line } = source.getLineAndCharacterOfPosition(startOf(node));
      return [{ file: path.slice(root.length + 1), line: line + 1, member, on, usedOn }];
    });
  });
}

function isElectron(path: string): boolean {
  return path.endsWith('/node_modules/electron/electron.d.ts');
}

/** Of a member's name, which may be some lines below the object's. */
function startOf(node: Node): number {
  return (isPropertyAccessExpression(node) ? node.name : node).getStart();
}

/** The name of a declared or used member. */
function nameOf(node: Node): string | undefined {
  if (isBindingElement(node)) return textOf(node.propertyName ?? node.name);
  const isNamed =
    isPropertyAccessExpression(node) ||
    isPropertyAssignment(node) ||
    isShorthandPropertyAssignment(node) ||
    isMethodDeclaration(node) ||
    isMethodSignatureDeclaration(node) ||
    isPropertySignatureDeclaration(node) ||
    isPropertyDeclaration(node);
  return isNamed ? textOf(node.name) : undefined;
}

function textOf(name: Node | undefined): string | undefined {
  return name && (isIdentifier(name) || isStringLiteral(name)) ? name.text : undefined;
}

/** Electron's declarations of the member that a node uses: of one overload, if the node calls it. */
function declarationsOf(node: Node, name: string, project: Project): Node[] {
  const { checker } = project;
  const { parent } = node;
  const handles =
    isPropertyAccessExpression(node) && isCallExpression(parent) && parent.expression === node
      ? [checker.getResolvedSignature(parent)?.declaration]
      : (propertyOf(node, name, checker)?.declarations ?? []);
  const nodes = handles.map((handle) => handle?.resolve(project)).filter((found) => found !== undefined);
  return nodes.filter((found) => isElectron(found.getSourceFile().fileName));
}

/** The property that is read, given in an object literal, or taken out by destructuring. */
function propertyOf(node: Node, name: string, checker: Checker): CompilerSymbol | undefined {
  if (isPropertyAccessExpression(node)) return checker.getSymbolAtLocation(node.name);
  const type = isObjectLiteralExpression(node.parent)
    ? checker.getContextualType(node.parent)
    : isBindingElement(node)
      ? checker.getTypeAtLocation(node.parent)
      : undefined;
  const object = type && checker.getNonNullableType(type);
  return object && checker.getPropertyOfType(object, name);
}

/** Such as `App.dock` or `PowerMonitor.on('lock-screen')`, and where it is; everywhere if a declaration has no limit. */
function memberOf(declarations: readonly Node[]): { readonly member: string; readonly on?: Systems } {
  const [first] = declarations;
  const limits = declarations.map(limitOf);
  if (!first || limits.includes(undefined)) return { member: '' };
  const owner =
    isClassDeclaration(first.parent) || isInterfaceDeclaration(first.parent) ? first.parent.name?.text : '';
  const [event] = isMethodDeclaration(first) || isMethodSignatureDeclaration(first) ? first.parameters : [];
  const argument = event?.type && isLiteralTypeNode(event.type) ? `(${event.type.getText()})` : '';
  const on = SYSTEMS.filter((system) => limits.some((limit) => limit?.includes(system)));
  return { member: `${owner}.${nameOf(first)}${argument}`, on };
}

/** The systems named by the `@platform` tag of a declaration. */
function limitOf(declaration: Node): readonly string[] | undefined {
  const tags = (declaration.jsDoc ?? []).filter(isJSDoc).flatMap(({ tags = [] }) => [...tags]);
  const platform = tags.find(({ tagName }) => tagName.text === 'platform');
  return getTextOfJSDocComment(platform?.comment)
    ?.split(',')
    .map((system) => system.trim());
}
