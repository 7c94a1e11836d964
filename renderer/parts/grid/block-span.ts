/**
 * Rows that stand in the page as one, and are drawn and put into their place together. The page is laid out, painted and
 * handed over to the compositor anew for each block that is drawn, which costs as much as several rows: with more rows to
 * a block that is done less often, but takes longer in the frame that does it.
 */
export const ROWS_PER_BLOCK = 8;

/** A run of rows. */
export interface RowRange {
  readonly first: number;
  readonly rows: number;
}

/** The blocks of rows that are drawn. Block n begins with row `origin` + n times their rows, which may lie before the first row. */
export interface BlockSpan {
  readonly origin: number;
  /** The first block, and how many follow each other from there on. */
  readonly first: number;
  readonly many: number;
  /** The rows of them that are drawn: from this one to before that one. */
  readonly from: number;
  readonly end: number;
}

export const NO_BLOCKS: BlockSpan = { origin: 0, first: 0, many: 0, from: 0, end: 0 };

/**
 * The blocks that have these rows, whole, in a list of so many; as many blocks wherever among them the rows begin, but at
 * the top of the list, where most people look at it, none for rows that would be above it.
 */
export function spanOver({ first, rows }: RowRange, origin: number, count: number): BlockSpan {
  if (rows === 0 || count === 0) return { ...NO_BLOCKS, origin };
  const blockOf = (row: number) => Math.floor((row - origin) / ROWS_PER_BLOCK);
  const [least, most] = [blockOf(0), blockOf(count - 1)];
  const there = first < 0 ? blockOf(first + rows - 1) - least : Math.ceil((rows - 1) / ROWS_PER_BLOCK);
  const many = Math.min(most - least, there) + 1;
  const begin = Math.max(least, Math.min(blockOf(first), most - many + 1));
  const row = origin + begin * ROWS_PER_BLOCK;
  return {
    origin,
    first: begin,
    many,
    from: Math.max(0, row),
    end: Math.min(count, row + many * ROWS_PER_BLOCK),
  };
}

/** Blocks that begin with the first of these rows, and of which no other row is drawn. */
export function spanFrom({ first, rows }: RowRange, count: number): BlockSpan {
  const from = Math.max(0, Math.min(first, count - rows));
  const end = Math.min(count, from + rows);
  return { origin: from, first: 0, many: Math.ceil((end - from) / ROWS_PER_BLOCK), from, end };
}
