import type { Pool } from 'undici';

/**
 * Connections that can be left behind: what began on them ends there, and whatever begins after {@link renew} makes its
 * own. Kept-alive ones are used on without a pause while much is sent, and would outlive the settings they were made by.
 */
export class RenewablePool {
  private readonly open: () => Pool;
  private pool: Pool;
  private readonly leftBehind = new Set<Pool>();

  constructor(open: () => Pool) {
    this.open = open;
    this.pool = open();
  }

  /** For a call that begins at this moment. */
  get current(): Pool {
    return this.pool;
  }

  /** Idle connections close now, the others with the call under way on them. */
  renew(): void {
    const old = this.pool;
    this.pool = this.open();
    this.leftBehind.add(old);
    void old.close().finally(() => this.leftBehind.delete(old));
  }

  /** Ends all of them, with what is under way. */
  async destroy(): Promise<void> {
    await Promise.all([this.pool, ...this.leftBehind].map((pool) => pool.destroy()));
  }
}
