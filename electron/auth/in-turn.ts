/** Does one thing after the other, in the order in which they were asked for; one that fails keeps no other back. */
export class InTurn {
  private last: Promise<unknown> = Promise.resolve();

  /** Does `act` when all before it is done; answers as it does. */
  run<T>(act: () => Promise<T>): Promise<T> {
    const done = this.last.then(act);
    this.last = done.catch(() => undefined);
    return done;
  }
}
