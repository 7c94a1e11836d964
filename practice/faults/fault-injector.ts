import { type ActiveFault, type Fault, type FaultRoute, fault } from './fault.ts';

/** Operations on issued tokens. Each returns the number of affected tokens. */
export interface TokenControl {
  expireAccessTokens(): number;
  revokeTokens(): number;
}

/** The faults that apply to one request: delays, and at most one other fault. */
export interface RequestFaults {
  readonly delayBefore: number;
  readonly delayAfter: number;
  readonly fault: Exclude<Fault, { kind: 'latency' }> | undefined;
}

interface Entry {
  readonly id: string;
  readonly fault: Fault;
  passed: number;
  hits: number;
}

/** Turns faults on and off; shared by the admin port and tests in the same process. */
export class FaultInjector {
  readonly #tokens: TokenControl;
  #entries: Entry[] = [];
  #lastId = 0;

  constructor(tokens: TokenControl) {
    this.#tokens = tokens;
  }

  /**
   * Adds a fault.
   *
   * @returns its id, for removal.
   * @throws ZodError if it is not a valid {@link Fault}.
   */
  add(newFault: Fault): string {
    this.#lastId += 1;
    const id = `fault-${this.#lastId}`;
    this.#entries.push({ id, fault: fault.parse(newFault), passed: 0, hits: 0 });
    return id;
  }

  /** Removes a fault; false if none has this id. */
  remove(id: string): boolean {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
    return this.#entries.length < before;
  }

  clear(): void {
    this.#entries = [];
  }

  /** The active faults, oldest first. */
  list(): ActiveFault[] {
    return this.#entries.map(({ id, fault, hits }) => ({ ...fault, id, hits }));
  }

  /** Expires all access tokens; refresh tokens stay valid. */
  expireAccessTokens(): number {
    return this.#tokens.expireAccessTokens();
  }

  /** Revokes all grants with their codes, access tokens and refresh tokens. */
  revokeTokens(): number {
    return this.#tokens.revokeTokens();
  }

  /** Returns the faults that apply to a new request on `route`, and counts their hits. */
  take(route: FaultRoute): RequestFaults {
    let delayBefore = 0;
    let delayAfter = 0;
    let main: RequestFaults['fault'];
    for (const entry of this.#entries) {
      const { fault } = entry;
      if (fault.route !== 'any' && fault.route !== route) continue;
      if (fault.kind !== 'latency' && main !== undefined) continue;
      if (!this.#hit(entry)) continue;
      if (fault.kind !== 'latency') main = fault;
      else if (fault.when === 'after') delayAfter += fault.milliseconds;
      else delayBefore += fault.milliseconds;
    }
    this.#entries = this.#entries.filter(
      (entry) => entry.hits < (entry.fault.times ?? Number.POSITIVE_INFINITY),
    );
    return { delayBefore, delayAfter, fault: main };
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
