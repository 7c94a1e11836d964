import type { ComponentProps, RefObject } from 'react';
import type { GridSelection } from './grid-selection.ts';
import type { RowDrawer, RowWindow } from './use-row-window.ts';

/** What the rows of a grid show. */
export interface RowsContent<Item, Column> {
  readonly count: number;
  readonly columns: readonly Column[];
  /** The item of a row; undefined while its page has not arrived. */
  readonly itemAt: (index: number) => Item | undefined;
  readonly itemId: (item: Item) => string;
  readonly rowHeight: number;
  /** The row that the keyboard is on. */
  readonly active: number;
  /** The item that is open beside the grid, by its id. */
  readonly currentId: string | undefined;
  readonly selection: GridSelection<Item> | undefined;
  /** Whether rows can be opened. */
  readonly openable: boolean;
}

/**
 * Calls back when there are items that there were not, without React knowing of them; gives what ends that. What there
 * was is still the same.
 */
export type Arrivals = (listener: () => void) => () => void;

/** What draws the rows of a grid, around which it stands. */
export interface BodyProps<Content> {
  readonly content: Content;
  readonly window: RowWindow;
  readonly drawer: RefObject<RowDrawer | null>;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly arrivals: Arrivals | undefined;
  /** Hears which rows are drawn, first and last included, when that changes. */
  readonly onRange: ((first: number, last: number) => void) | undefined;
  readonly group: ComponentProps<'div'>;
}
