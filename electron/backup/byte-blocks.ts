/** Bytes that come in pieces of any length, taken in blocks of a wanted one. */
export class ByteBlocks {
  private readonly pieces: AsyncIterator<Uint8Array>;
  private held: Buffer[] = [];
  private length = 0;
  private ended = false;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.pieces = pieces[Symbol.asyncIterator]();
  }

  /** The next `bytes` bytes; fewer only at the end. */
  async take(bytes: number): Promise<Buffer> {
    while (this.length < bytes && !this.ended) await this.fill();
    const all = Buffer.concat(this.held);
    const rest = all.subarray(bytes);
    this.held = rest.length > 0 ? [rest] : [];
    this.length = rest.length;
    return all.subarray(0, bytes);
  }

  /** Whether nothing is left. */
  async atEnd(): Promise<boolean> {
    while (this.length === 0 && !this.ended) await this.fill();
    return this.length === 0;
  }

  /** Nothing more is wanted. */
  async close(): Promise<void> {
    this.ended = true;
    await this.pieces.return?.();
  }

  private async fill(): Promise<void> {
    const next = await this.pieces.next();
    if (next.done) {
      this.ended = true;
      return;
    }
    this.held.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
    this.length += next.value.byteLength;
  }
}
