import { type ActiveFault, type Fault, type FaultRoute, fault } from './fault.ts';

/** What the switch can do to issued tokens. Each gives the number of tokens it struck. */
export interface TokenControl {
  expireAccessTokens(): number;
  revokeTokens(): number;
}

/** The faults that strike one request: how long it is kept waiting, and what happens to it then, if anything. */
export interface Strike {
  readonly waitBefore: number;
  readonly waitAfter: number;
  readonly blow: Exclude<Fault, { kind: 'latency' }> | undefined;
}

interface Entry {
  readonly id: string;
  readonly fault: Fault;
  passed: number;
  hits: number;
}

/** Switches faults on and off; the admin port and tests in the same process use the same one. */
export class FaultSwitch {
  readonly #tokens: TokenControl;
  #entries: Entry[] = [];
  #made = 0;

  constructor(tokens: TokenControl) {
    this.#tokens = tokens;
  }

  /**
   * Switches a fault on; it joins those already on.
   *
   * @returns the id by which it can be removed.
   * @throws ZodError when it is not a {@link Fault}.
   */
  add(wanted: Fault): string {
    this.#made += 1;
    const id = `fault-${this.#made}`;
    this.#entries.push({ id, fault: fault.parse(wanted), passed: 0, hits: 0 });
    return id;
  }

  /** Switches one fault off; false when none has this id (any more). */
  remove(id: string): boolean {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
    return this.#entries.length < before;
  }

  /** Switches all faults off. */
  clear(): void {
    this.#entries = [];
  }

  /** The faults that are on, oldest first. */
  list(): ActiveFault[] {
    return this.#entries.map(({ id, fault, hits }) => ({ ...fault, id, hits }));
  }

  /** Makes every access token expired at once; refresh tokens stay. */
  expireAccessTokens(): number {
    return this.#tokens.expireAccessTokens();
  }

  /** Withdraws every grant with its codes, access tokens and refresh tokens. */
  revokeTokens(): number {
    return this.#tokens.revokeTokens();
  }

  /** Tells what strikes the request that has just come in on `route`, and counts it. */
  strike(route: FaultRoute): Strike {
    let waitBefore = 0;
    let waitAfter = 0;
    let blow: Strike['blow'];
    for (const entry of this.#entries) {
      const { fault } = entry;
      if (fault.route !== 'any' && fault.route !== route) continue;
      if (fault.kind !== 'latency' && blow !== undefined) continue;
      if (!this.#hit(entry)) continue;
      if (fault.kind !== 'latency') blow = fault;
      else if (fault.when === 'after') waitAfter += fault.milliseconds;
      else waitBefore += fault.milliseconds;
    }
    this.#entries = this.#entries.filter(
      (entry) => entry.hits < (entry.fault.times ?? Number.POSITIVE_INFINITY),
    );
    return { waitBefore, waitAfter, blow };
  }

  #hit(entry: Entry): boolean {
    if (entry.passed < (entry.fault.skip ?? 0)) {
      entry.passed += 1;
      return false;
    }
    entry.hits += 1;
    return true;
  }
}
