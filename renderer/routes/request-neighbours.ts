/**
 * Next and previous in the order of Tracked requests. The list knows that order and registers here; the page of one
 * request asks here, so that neither has to know the other.
 */

/** The id of the request one step further (1) or back (-1), null at either end and where the order is not known. */
type NeighbourSource = (requestId: string, step: 1 | -1) => Promise<string | null>;

let source: NeighbourSource | null = null;

/** Says who knows the order; null when nobody does any more. */
export function setNeighbourSource(next: NeighbourSource | null): void {
  source = next;
}

/** The id of the request beside this one in the list's present order, null where there is none. */
export function neighbourOf(requestId: string, step: 1 | -1): Promise<string | null> {
  return source ? source(requestId, step) : Promise.resolve(null);
}
