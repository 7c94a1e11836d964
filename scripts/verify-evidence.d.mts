/** A noted end of a chain. */
export interface NotedHead {
  readonly chain: string;
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** Checks a file; gives how many entries it has, its heads, and what is wrong. */
export function verifyFile(
  path: string,
  heads?: readonly NotedHead[],
): Promise<{
  readonly entries: number;
  readonly heads: readonly NotedHead[];
  readonly problems: readonly string[];
}>;
