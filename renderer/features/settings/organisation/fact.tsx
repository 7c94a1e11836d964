import type { ReactNode } from 'react';
import classes from './organisation.module.css';

/** A name and its value in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  );
}
