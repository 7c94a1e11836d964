import { canonicalJson, type EvidenceEntry, type EvidenceHead } from '../../shared/evidence.ts';

/** Format marker of the first line; a reader refuses a newer version. */
export const EVIDENCE_FORMAT = 'callboard-evidence';
export const EVIDENCE_VERSION = 1;

const LIMITS =
  'Shows that nothing was changed up to the last head that somebody else kept. Whoever owns the computer can rewrite what follows it.';

/** The chains as they are stored. */
export interface EvidenceStore {
  heads(): Promise<readonly EvidenceHead[]>;
  /** The entries of a chain that follow number `after`, in order; some at most. */
  entries(chain: string, after: number): Promise<readonly EvidenceEntry[]>;
}

/**
 * All chains as JSON lines, for `scripts/verify-evidence.mjs`: what the file is, every entry in canonical JSON, and the
 * heads. Entries that are added meanwhile are left out.
 */
export async function* evidenceFile(store: EvidenceStore): AsyncGenerator<string> {
  // In an order that the check knows: chains that were moved are then found.
  const heads = (await store.heads()).toSorted((one, other) => (one.chain < other.chain ? -1 : 1));
  yield line({ format: EVIDENCE_FORMAT, version: EVIDENCE_VERSION, limits: LIMITS });
  for (const { chain, seq: last } of heads) {
    for (let after = 0; after < last; ) {
      const entries = (await store.entries(chain, after)).filter(({ seq }) => seq <= last);
      yield entries.map(line).join('');
      after = entries.at(-1)?.seq ?? last;
    }
  }
  yield line({ heads: heads.map(({ chain, seq, hash, at }) => ({ chain, seq, hash, at })) });
}

function line(value: object): string {
  return `${canonicalJson(value)}\n`;
}
