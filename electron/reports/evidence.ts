import { createHash } from 'node:crypto';
import {
  canonicalJson,
  type EvidenceFacts,
  type EvidenceHead,
  type ExportedThing,
} from '../../shared/evidence.ts';
import { CodedError } from '../../shared/result.ts';
import { FREE, type Policy } from '../policy/judge-policy.ts';
import { type JudgedQuestionnaires, NO_QUESTIONNAIRES } from '../policy/policy-questionnaires.ts';
import type { Stores } from '../storage/stores/index.ts';

/** Format marker of the first line; a reader refuses a newer version. */
const EVIDENCE_FORMAT = 'callboard-evidence';
const EVIDENCE_VERSION = 1;

const LIMITS =
  'Shows that nothing was changed up to the last head that somebody else kept. Whoever owns the computer can rewrite what follows it.';

/**
 * All chains as JSON lines, for `scripts/verify-evidence.mjs`: what the file is, every entry in canonical JSON, and the
 * heads. Entries that are added meanwhile are left out.
 */
export async function* evidenceFile(
  store: Pick<Stores['evidence'], 'heads' | 'entries'>,
): AsyncGenerator<string> {
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

/** The end of a chain as a text to print or mail, with how to check it later. */
export function headText(head: EvidenceHead): string {
  const { chain, seq, hash, at } = head;
  return [
    'Callboard: head of the evidence',
    '',
    `Head:     ${chain}:${seq}:${hash}`,
    `Entries:  ${seq}`,
    `Date:     ${new Date(at).toISOString()} (of the last entry, by this computer’s clock)`,
    '',
    'Give this to somebody else. With it, anybody can check later that none of these entries was changed, cut out or moved:',
    `  node verify-evidence.mjs FILE --head ${chain}:${seq}:${hash}`,
    'It says nothing about later entries, and not that what was recorded is true.',
    '',
  ].join('\n');
}

/** A file's content, whole or in chunks. */
export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** Rejects if the file that was written to `path` is not as it should be. */
export type FileCheck = (path: string) => Promise<void>;

/** What a file has. `count`: of its records; null if nobody counts them. */
export interface Exported {
  readonly what: ExportedThing;
  readonly count: number | null;
}

interface ExportRecorderOptions {
  /** Asks where to save a file and writes it; iterates `content` only after the dialog. */
  readonly saveFile: (name: string, content: FileContent, check?: FileCheck) => Promise<string | null>;
  /** Whether candidates' data may be saved to files at all, asked for each. */
  readonly allowed: () => boolean;
  readonly append: (event: {
    readonly kind: 'exported';
    readonly at: number;
    readonly facts: EvidenceFacts;
  }) => Promise<void>;
  /** UTC ms. */
  readonly now?: () => number;
}

/**
 * What may be saved even where exports are off: a backup (encrypted, against the loss of everything), the evidence
 * (without personal data), what is held about a person (who may ask for it), and the Library (no candidates).
 */
const ALWAYS_ALLOWED: ReadonlySet<ExportedThing> = new Set(['backup', 'evidence', 'person', 'library']);

/**
 * Saves files whose export the evidence must have. It is recorded before the first byte is written: what can't be recorded
 * isn't exported, and a file that can't be written to its end is recorded all the same. Rejects with a CodedError
 * `exports_not_allowed` before anything is asked.
 */
export function exportRecorder({ saveFile, allowed, append, now = Date.now }: ExportRecorderOptions) {
  return async (
    exported: Exported,
    name: string,
    content: FileContent,
    check?: FileCheck,
  ): Promise<string | null> => {
    if (!ALWAYS_ALLOWED.has(exported.what) && !allowed()) throw new CodedError('exports_not_allowed');
    async function* recorded(): AsyncGenerator<string | Uint8Array, void> {
      const format = name.slice(name.lastIndexOf('.') + 1);
      await append({ kind: 'exported', at: now(), facts: { ...exported, format } });
      if (typeof content === 'string' || content instanceof Uint8Array) yield content;
      else yield* content;
    }
    return saveFile(name, recorded(), check);
  };
}

/**
 * What the evidence records of a policy: a hash of it as it is in force, without its secrets and numbers, and one of what it says about
 * questionnaires' results; null without one.
 */
export function policyFacts(policy: Policy): EvidenceFacts | null {
  if (policy === FREE) return null;
  const { questionnaires, problems } = policy;
  const hasMeaning = questionnaires !== NO_QUESTIONNAIRES;
  return {
    policy: hashOf(policy),
    problems: problems.length,
    questionnaires: hasMeaning ? hashOf(questionnaires) : null,
  };
}

function hashOf(part: Policy | JudgedQuestionnaires): string {
  const plain: unknown = JSON.parse(JSON.stringify(part, withoutSecrets));
  return createHash('sha256').update(canonicalJson(plain)).digest('hex');
}

/**
 * Sets as lists, numbers as text (canonical JSON has only whole ones), and what could be guessed left out: client secrets,
 * and the numbers that nobody may call, of which entries of their own say how many came and went.
 */
function withoutSecrets(key: string, value: unknown): unknown {
  if (key === 'clientSecret') return undefined;
  if (key === 'numbers' && Array.isArray(value)) return String(value.length);
  if (value instanceof Set) return [...value].toSorted();
  return typeof value === 'number' ? String(value) : value;
}
