import { parseSync } from 'vite';

/** An ESTree node, including the parser's TypeScript and JSX nodes. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Parses a file. Throws on syntax errors, so that a rule can't pass on an unparsed file. */
export function parseProgram(path: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`Couldn't parse ${path}: ${error.message}`);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`The parser returned no program for ${path}.`);
  return root;
}

/** The node and all its descendants, in pre-order. */
export function nodesIn(node: SyntaxNode, found: SyntaxNode[] = []): readonly SyntaxNode[] {
  found.push(node);
  for (const field of Object.values(node)) {
    for (const each of Array.isArray(field) ? field : [field]) if (isNode(each)) nodesIn(each, found);
  }
  return found;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

export function children(node: SyntaxNode | undefined, field: string): SyntaxNode[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The text of a string literal or of a template's first part; undefined for other nodes. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') {
    const value = children(node, 'quasis')[0]?.['value'];
    return typeof value === 'object' && value !== null && 'cooked' in value
      ? String(value.cooked)
      : undefined;
  }
  const value = node?.type === 'Literal' ? node['value'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The name in `name`, `a.name`, `a['name']`, `{ name: … }` or `<name>`. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  switch (node?.type) {
    case 'Identifier':
    case 'JSXIdentifier':
    case 'PrivateIdentifier':
      return String(node['name']);
    case 'MemberExpression':
      return nameOf(child(node, 'property'));
    case 'Property':
    case 'JSXAttribute':
      return nameOf(child(node, node.type === 'Property' ? 'key' : 'name'));
    default:
      return textOf(node);
  }
}

/** The name of the called function or constructor. */
export function calleeOf(node: SyntaxNode): string | undefined {
  return node.type === 'CallExpression' || node.type === 'NewExpression'
    ? nameOf(child(node, 'callee'))
    : undefined;
}

/** The module specifier of an import, a re-export, `import()` or `require()`. */
export function moduleOf(node: SyntaxNode): string | undefined {
  if (/^(?:Import|ExportNamed|ExportAll)(?:Declaration|Expression)$/.test(node.type)) {
    return textOf(child(node, 'source'));
  }
  return calleeOf(node) === 'require' ? textOf(children(node, 'arguments')[0]) : undefined;
}

/** The properties of an object literal by name; spreads and computed names are under "…". */
export function propertiesOf(node: SyntaxNode | undefined): Map<string, SyntaxNode | undefined> {
  const properties = new Map<string, SyntaxNode | undefined>();
  if (node?.type !== 'ObjectExpression') return properties.set('…', undefined);
  for (const property of children(node, 'properties')) {
    const known = property.type === 'Property' && property['computed'] !== true;
    properties.set((known ? nameOf(property) : undefined) ?? '…', child(property, 'value'));
  }
  return properties;
}
