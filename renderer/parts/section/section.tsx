import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading; a region of that name. */
export function Section({ title, aside, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={classes['section']}>
      <div className={classes['head']}>
        <h2 id={heading} className={classes['title']}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
