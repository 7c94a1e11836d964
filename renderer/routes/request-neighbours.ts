/** Finds the next (1) or previous (-1) request in the list's order; null at either end or if the order is unknown. */
type NeighbourSource = (requestId: string, step: 1 | -1) => Promise<string | null>;

let source: NeighbourSource | null = null;

/** Registers the list, so that the request page can ask for neighbours without importing it; null unregisters. */
export function setNeighbourSource(next: NeighbourSource | null): void {
  source = next;
}

/** The id of the next or previous request in the list's current order, or null. */
export function neighbourOf(requestId: string, step: 1 | -1): Promise<string | null> {
  return source ? source(requestId, step) : Promise.resolve(null);
}
