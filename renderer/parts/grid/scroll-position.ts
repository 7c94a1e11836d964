/** Where a grid was scrolled to, so that returning to it shows the same rows. */
export interface ScrollPosition {
  offset: number;
  active: number;
  /** Whether a row was opened from the grid: it gets the focus back on return. */
  opened: boolean;
}
