/** What a desk in a process of its own is asked, one thing at a time. */
export type DeskAsk =
  /** Puts so many submissions (made-up-fields.ts) in the queue, which is paused. */
  | { readonly ask: 'queue'; readonly count: number }
  /** Lets the queue go; answered at once. */
  | { readonly ask: 'go' }
  /** Answered when nothing waits in the queue any more: how long after `go`. */
  | { readonly ask: 'wait until all is stored' }
  /** Reads the status of every request that is not finished, as Refresh all does. */
  | { readonly ask: 'refresh all' };

export interface DeskAnswer {
  /** How long it took, ms. */
  readonly ms: number;
  /** Requests that are tracked, or that were refreshed. */
  readonly requests: number;
}
