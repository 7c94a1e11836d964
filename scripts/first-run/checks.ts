export type Outcome = 'ok' | 'failed' | 'not available';

/** The result of one check. */
export interface Check {
  readonly area: string;
  /** What should be so, as a sentence. */
  readonly name: string;
  readonly outcome: Outcome;
  /** What was found. */
  readonly words: string;
  readonly ms: number;
}

/** The check makes no sense on this computer, or needs something that isn't there. */
export class NotAvailableError extends Error {
  override readonly name = 'NotAvailableError';
}

/** Errors that say that something can't be checked; the preview throws the second for what it doesn't imitate. */
const NOT_AVAILABLE: readonly string[] = ['NotAvailableError', 'PreviewUnsupportedError'];

const LONGEST_MS = 60_000;

/** Runs checks one by one and keeps their results: one that fails, throws or hangs doesn't stop the others. */
export class Checks {
  readonly results: Check[] = [];
  private readonly onDone: (check: Check) => void;

  constructor(onDone: (check: Check) => void = () => undefined) {
    this.onDone = onDone;
  }

  /**
   * Runs `work`, which returns what it found, or throws what is wrong or a {@link NotAvailableError}. Resolves with
   * whether it was ok.
   */
  async run(
    area: string,
    name: string,
    work: () => string | Promise<string>,
    longestMs = LONGEST_MS,
  ): Promise<boolean> {
    const begun = performance.now();
    const { outcome, words } = await resultOf(work, longestMs);
    this.add({ area, name, outcome, words, ms: Math.round(performance.now() - begun) });
    return outcome === 'ok';
  }

  add(check: Check): void {
    this.results.push(check);
    this.onDone(check);
  }

  count(outcome: Outcome): number {
    return this.results.filter((check) => check.outcome === outcome).length;
  }
}

async function resultOf(
  work: () => string | Promise<string>,
  longestMs: number,
): Promise<Pick<Check, 'outcome' | 'words'>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No result after ${longestMs / 1000} s.`)), longestMs);
  });
  try {
    return { outcome: 'ok', words: await Promise.race([Promise.resolve().then(work), late]) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const missing = error instanceof Error && NOT_AVAILABLE.includes(error.name);
    return { outcome: missing ? 'not available' : 'failed', words };
  } finally {
    clearTimeout(timer);
  }
}
