/** What a bare client is asked to do; it answers how long that took, ms. */
export type ClientAsk =
  /** Creates so many requests (made-up-fields.ts) through a Pool. */
  | { readonly ask: 'create'; readonly count: number; readonly connections: number }
  /** Reads so many statuses through a Pool. */
  | { readonly ask: 'read'; readonly count: number; readonly connections: number }
  /** Reads so many statuses with `fetch`, each after the one before. */
  | { readonly ask: 'read one by one'; readonly count: number };

export interface ClientAnswer {
  readonly ms: number;
}
