/** Where a grid was left, so that coming back finds the same rows. */
export interface ScrollPosition {
  offset: number;
  active: number;
  /** A row was opened from here: coming back, the keyboard is on it again. */
  opened: boolean;
}
