/** What the benchmark's service counts. */
export interface ServiceCounts {
  /** Creates that were answered 201. */
  readonly created: number;
  /** Status reads that were answered. */
  readonly reads: number;
  /** Connections that were open at the last reset or were made since. */
  readonly sockets: number;
  /** The most that were open at the same time. */
  readonly socketsAtOnce: number;
  /** The same of those alone that have carried a create since the last reset. */
  readonly createSocketsAtOnce: number;
  /** When the last create was answered, UTC ms. */
  readonly lastCreateAt: number;
}

/** What it is asked. */
export type ServiceAsk =
  | { readonly ask: 'counts' }
  | { readonly ask: 'reset'; readonly delayMs: number }
  /** Answered as soon as so many creates have been answered since the last reset. */
  | { readonly ask: 'created'; readonly count: number };
