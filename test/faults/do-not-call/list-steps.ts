/** What a process does, one after the other. Numbers are E.164, `written` is in some way. */
export type ListStep =
  /** Stored as queued behind the back of the submit's own gate. */
  | { readonly do: 'queue'; readonly id: string; readonly number: string }
  /** Submitted by a person. */
  | { readonly do: 'submit'; readonly number: string }
  | { readonly do: 'list'; readonly number: string; readonly written: string; readonly country: string }
  | { readonly do: 'lift'; readonly number: string }
  | { readonly do: 'policy'; readonly numbers: readonly string[] }
  | { readonly do: 'erase'; readonly number: string }
  | { readonly do: 'clock'; readonly byMs: number };

/** The arguments of the process (JSON, its only argument). */
export interface ListProcessOrders {
  readonly path: string;
  readonly baseUrl: string;
  readonly steps: readonly ListStep[];
}
