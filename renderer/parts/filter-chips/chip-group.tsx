import type { ReactNode } from 'react';
import classes from './filter-chips.module.css';

/** A labelled group of chips that wraps onto further lines. */
export function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes['chips']} aria-label={label}>
      {children}
    </fieldset>
  );
}
