/** How rows of a grid are chosen. The grid knows keys and clicks; whoever holds the rows knows what is chosen. */
export interface GridSelection<Item> {
  readonly isSelected: (item: Item) => boolean;
  /** How many are chosen. */
  readonly count: number;
  readonly all: boolean;
  /** The accessible name of a row's checkbox. */
  readonly labelOf: (item: Item) => string;
  /** Chooses one row or leaves it out. */
  readonly onToggle: (index: number) => void;
  /** Chooses all from the row toggled last to this one. */
  readonly onExtend: (index: number) => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** A track for the checkboxes. */
export const SELECT_COLUMN = { id: 'select', meta: { track: '16px' } } as const;
