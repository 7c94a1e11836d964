/** Keeps what was asked for last, as much as there is room for. */
export class LastOnes<T> {
  private readonly kept = new Map<string, { readonly value: T; readonly size: number }>();
  private readonly room: number;
  private taken = 0;

  constructor(room: number) {
    this.room = room;
  }

  /** What is kept under a name; it gets no younger by that. */
  peek(name: string): T | undefined {
    return this.kept.get(name)?.value;
  }

  /** What is kept under a name, made where it is not. */
  of(name: string, make: () => T, sizeOf: (value: T) => number): T {
    const known = this.kept.get(name);
    const value = known ? known.value : make();
    const size = known ? known.size : sizeOf(value);
    // What is asked for again goes to the end, and the one that nobody asked for the longest time goes first.
    this.forget(name);
    for (const oldest of this.kept.keys()) {
      if (this.taken + size <= this.room) break;
      this.forget(oldest);
    }
    this.kept.set(name, { value, size });
    this.taken += size;
    return value;
  }

  /** All that is kept. */
  *values(): Iterable<T> {
    for (const { value } of this.kept.values()) yield value;
  }

  clear(): void {
    this.kept.clear();
    this.taken = 0;
  }

  forget(name: string): void {
    this.taken -= this.kept.get(name)?.size ?? 0;
    this.kept.delete(name);
  }
}
