import type { EvidenceFacts, ExportedThing } from '../../shared/evidence.ts';
import { CodedError } from '../../shared/result.ts';

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
