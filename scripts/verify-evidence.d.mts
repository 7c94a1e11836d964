/** A noted end of a chain. */
export interface NotedHead {
  readonly chain: string;
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** What a check has found. */
export interface Checked {
  readonly entries: number;
  readonly heads: readonly NotedHead[];
  readonly problems: readonly string[];
}

/** Checks a file piece by piece; `wanted`: heads that must be in it. */
export class FileCheck {
  constructor(wanted?: readonly NotedHead[]);
  /** The next bytes of the file. */
  read(bytes: Uint8Array): void;
  /** Call after the last byte. */
  end(): Checked;
}

/** The hash that an entry must have after one with the hash `previous`, hexadecimal. */
export function entryHash(entry: object, previous: string): string;

/** Canonical JSON (RFC 8785) of strings, integers, booleans, null, lists and objects. */
export function canonicalJson(value: unknown): string;

/** Checks a file; gives how many entries it has, its heads, and what is wrong. */
export function verifyFile(path: string, heads?: readonly NotedHead[]): Promise<Checked>;
