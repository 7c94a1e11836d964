/** The selection of a grid's rows. The grid handles keys and clicks; its owner stores what is selected. */
export interface GridSelection<Item> {
  readonly isSelected: (item: Item) => boolean;
  /** How many rows are selected. */
  readonly count: number;
  readonly all: boolean;
  /** The accessible name of a row's checkbox. */
  readonly labelOf: (item: Item) => string;
  /** Selects or deselects one row. */
  readonly onToggle: (index: number) => void;
  /** Selects all rows from the last toggled one to this one. */
  readonly onExtend: (index: number) => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** The track of the checkboxes. */
export const SELECT_COLUMN = { id: 'select', meta: { track: '16px' } } as const;
