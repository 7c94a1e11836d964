import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** Shown beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page: a region named by its heading. */
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
