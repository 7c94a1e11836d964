import {
  type Expression,
  isBinaryExpression,
  isBlock,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isSourceFile,
  isStringLiteral,
  isVariableDeclaration,
  type Node,
  type Statement,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Checker } from 'typescript/unstable/sync';

/** The systems that the app is built for, as in `process.platform`. */
export const SYSTEMS = ['darwin', 'linux', 'win32'] as const;
export type System = (typeof SYSTEMS)[number];
export type Systems = readonly System[];

const NONE: Systems = [];

const both = (one: Systems, other: Systems): Systems => one.filter((system) => other.includes(system));
const either = (one: Systems, other: Systems): Systems =>
  SYSTEMS.filter((system) => one.includes(system) || other.includes(system));

/**
 * The systems on which a node can run, by the conditions around it: `if`, `? :`, `&&`, `||`, and an earlier `if` that
 * leaves. A condition is a comparison of `process.platform`, or of a value named `platform`, or a constant that holds
 * one. The platform never changes, so what holds where a function is made holds where it is called.
 */
export function systemsAt(node: Node, checker: Checker): Systems {
  let systems: Systems = SYSTEMS;
  for (let inner = node; !isSourceFile(inner); inner = inner.parent) {
    systems = both(systems, systemsWithin(inner.parent, inner, checker));
  }
  return systems;
}

/** The systems on which `outer` reaches `inner`, one of its children. */
function systemsWithin(outer: Node, inner: Node, checker: Checker): Systems {
  if (isIfStatement(outer)) {
    if (inner === outer.thenStatement) return systemsWhere(outer.expression, true, checker);
    if (inner === outer.elseStatement) return systemsWhere(outer.expression, false, checker);
  }
  if (isConditionalExpression(outer)) {
    if (inner === outer.whenTrue) return systemsWhere(outer.condition, true, checker);
    if (inner === outer.whenFalse) return systemsWhere(outer.condition, false, checker);
  }
  if (isBinaryExpression(outer) && inner === outer.right) {
    const { kind } = outer.operatorToken;
    if (kind === SyntaxKind.AmpersandAmpersandToken) return systemsWhere(outer.left, true, checker);
    if (kind === SyntaxKind.BarBarToken) return systemsWhere(outer.left, false, checker);
  }
  // A declared function can be called by what precedes it.
  if ((isBlock(outer) || isSourceFile(outer)) && !isFunctionDeclaration(inner)) {
    const before = outer.statements.filter(({ end }) => end <= inner.pos);
    return before.reduce<Systems>((systems, each) => both(systems, systemsAfter(each, checker)), SYSTEMS);
  }
  return SYSTEMS;
}

/** The systems on which what follows a statement is reached. */
function systemsAfter(statement: Statement, checker: Checker): Systems {
  if (!isIfStatement(statement)) return leaves(statement) ? NONE : SYSTEMS;
  const { expression, thenStatement, elseStatement } = statement;
  const afterThen = leaves(thenStatement) ? NONE : systemsWhere(expression, true, checker);
  const afterElse = elseStatement && leaves(elseStatement) ? NONE : systemsWhere(expression, false, checker);
  return either(afterThen, afterElse);
}

function leaves(statement: Statement): boolean {
  if (isBlock(statement)) return statement.statements.some(leaves);
  return [
    SyntaxKind.ReturnStatement,
    SyntaxKind.ThrowStatement,
    SyntaxKind.ContinueStatement,
    SyntaxKind.BreakStatement,
  ].includes(statement.kind);
}

/** The systems on which a condition can have this outcome. */
function systemsWhere(condition: Expression, outcome: boolean, checker: Checker): Systems {
  const where = (inner: Expression, wanted: boolean) => systemsWhere(inner, wanted, checker);
  if (isParenthesizedExpression(condition)) return where(condition.expression, outcome);
  if (isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken) {
    return where(condition.operand, !outcome);
  }
  if (isIdentifier(condition)) {
    const value = constantOf(condition, checker);
    return value ? where(value, outcome) : SYSTEMS;
  }
  if (!isBinaryExpression(condition)) return SYSTEMS;
  const { left, right, operatorToken } = condition;
  switch (operatorToken.kind) {
    case SyntaxKind.EqualsEqualsEqualsToken:
      return systemsComparedTo(left, right, outcome);
    case SyntaxKind.ExclamationEqualsEqualsToken:
      return systemsComparedTo(left, right, !outcome);
    case SyntaxKind.AmpersandAmpersandToken:
      return (outcome ? both : either)(where(left, outcome), where(right, outcome));
    case SyntaxKind.BarBarToken:
      return (outcome ? either : both)(where(left, outcome), where(right, outcome));
    default:
      return SYSTEMS;
  }
}

function systemsComparedTo(left: Expression, right: Expression, equal: boolean): Systems {
  if (!isPlatform(left) || !isStringLiteral(right)) return SYSTEMS;
  return SYSTEMS.filter((system) => (system === right.text) === equal);
}

function isPlatform(node: Expression): boolean {
  const name = isPropertyAccessExpression(node) ? node.name : node;
  return isIdentifier(name) && name.text === 'platform';
}

/** What a constant is made with. */
function constantOf(name: Node, checker: Checker): Expression | undefined {
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration?.resolve();
  const isConstant =
    declaration && isVariableDeclaration(declaration) && /^const\b/.test(declaration.parent.getText());
  return isConstant ? declaration.initializer : undefined;
}
