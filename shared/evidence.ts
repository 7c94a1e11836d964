/** What the evidence has entries of. Stored permanently: never change a code. */
export const EVIDENCE_KINDS = [
  'submitted',
  'withdrawn',
  'sent',
  'outcome',
  'results_arrived',
  'revealed',
  'verdict',
  'policy_changed',
  'rules_changed',
  'hold_placed',
  'hold_lifted',
  'do_not_call_added',
  'do_not_call_lifted',
  'erased',
  'exported',
  'restored',
  'started_over',
] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Codes and numbers of an event: nothing by which a person could be known. */
export type EvidenceFacts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface EvidenceEntry {
  /** The installation that wrote it. */
  readonly chain: string;
  /** 1, 2, 3, ... */
  readonly seq: number;
  /** UTC ms. */
  readonly at: number;
  readonly kind: EvidenceKind;
  /** SHA-256 of salt and submission id, hexadecimal; null if it is about no submission. */
  readonly subject: string | null;
  readonly facts: EvidenceFacts;
  /** SHA-256 of salt and the event's personal data in canonical JSON, hexadecimal; null if it has none. */
  readonly content: string | null;
  /** SHA-256 of the canonical JSON of all this and the previous hash, hexadecimal. */
  readonly hash: string;
}

/** The end of a chain at a moment: whoever has it can prove later that nothing before it was changed. */
export interface EvidenceHead {
  readonly chain: string;
  /** Whether this installation wrote it. */
  readonly own: boolean;
  readonly seq: number;
  readonly hash: string;
  /** UTC ms: of its last entry. */
  readonly at: number;
}

/** What leaves Callboard as a file. Stored permanently: never change a code. */
export type ExportedThing =
  | 'requests'
  | 'report'
  | 'comparison'
  | 'insights'
  | 'library'
  | 'import_problems'
  | 'do_not_call'
  | 'person'
  | 'explanation'
  | 'summary'
  | 'backup'
  | 'evidence';

/** The evidence as Settings shows it. */
export interface EvidenceState {
  readonly entries: number;
  /** UTC ms: of the first of them; null without any. */
  readonly since: number | null;
  /** The end of this installation's chain; null without any entry. */
  readonly head: EvidenceHead | null;
  /** How many chains of other installations came with restored backups. */
  readonly others: number;
}

/** `previous` of the first entry of a chain. */
export const NO_PREVIOUS = '0'.repeat(64);

/**
 * Canonical JSON (RFC 8785) of strings, integers, booleans, null, lists and objects: members in the order of their UTF-16
 * code units, nothing between tokens. Throws for any other value.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`Not in canonical JSON: ${typeof value}`);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}
