/**
 * Watches what React draws, by the hook that its developer tools use. Import it before anything that imports React's DOM:
 * the hook is looked for once, when that loads.
 */

/** React's own record of one element, as far as it is read here (DevTools read it the same way). */
interface Fiber {
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  /** Its other version: the one drawn before, where it was drawn before. */
  readonly alternate: Fiber | null;
  readonly flags: number;
  /** An element's name for elements of the page, else a component. */
  readonly type: unknown;
  readonly stateNode: unknown;
}

/** Set on what was drawn anew, whether or not the page looks different for it. */
const PERFORMED_WORK = 1;

let watching: ((row: number) => void) | undefined;

Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  checkDCE: () => undefined,
  onScheduleFiberRoot: () => undefined,
  onCommitFiberUnmount: () => undefined,
  onPostCommitFiberRoot: () => undefined,
  onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => visit(root.current, undefined),
});

/** Runs `change` and what follows until `done`; answers the rows of the grid, by their numbers, in which anything was drawn. */
export async function rowsDrawnBy(change: () => void, done: () => Promise<unknown>): Promise<number[]> {
  const rows = new Set<number>();
  watching = (row) => rows.add(row);
  change();
  await done();
  watching = undefined;
  return [...rows].toSorted((a, b) => a - b);
}

function visit(fiber: Fiber, row: number | undefined): void {
  if (!watching) return;
  const before = fiber.alternate;
  const own = rowOf(fiber) ?? row;
  // Only what is new, or was gone through in this commit, can have been drawn in it.
  if (own !== undefined && typeof fiber.type !== 'string' && wasDrawn(fiber, before)) watching(own);
  if (before && before.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child, own);
}

function wasDrawn(fiber: Fiber, before: Fiber | null): boolean {
  return (before === null || before !== fiber) && (fiber.flags & PERFORMED_WORK) !== 0;
}

/** The row of the grid that an element or a component is, or is the only thing around. */
function rowOf(fiber: Fiber): number | undefined {
  let within: Fiber | null = fiber;
  while (within && typeof within.type !== 'string') {
    if (within.child?.sibling) return undefined;
    within = within.child;
  }
  const element = within?.stateNode;
  if (!(element instanceof HTMLElement) || element.getAttribute('role') !== 'row') return undefined;
  const index = element.dataset['index'];
  return index === undefined ? undefined : Number(index);
}
