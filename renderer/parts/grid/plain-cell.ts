/** One text of a plain cell, on one line, cut where it is too long. */
export interface PlainText {
  readonly text: string;
  /** The CSS classes of its look. */
  readonly look?: string | undefined;
  /** Its tooltip: the text itself unless told otherwise. What takes time to word is only asked when it is written. */
  readonly title?: string | (() => string);
  /** Which way it is written, where its letters do not say it. */
  readonly dir?: 'ltr' | 'auto';
  /** What it says to a screen reader where it is a sign without words. */
  readonly label?: string;
}

/** Texts side by side. */
export interface PlainTexts {
  readonly texts: readonly PlainText[];
  /** The CSS classes of the cell around them. */
  readonly look?: string | undefined;
}

/**
 * What a cell without controls shows, as data. A row that comes on screen takes over the elements of one that has left
 * it, and only what differs is written: making elements for each row costs several times as much.
 */
export type PlainCell = PlainText | PlainTexts;
