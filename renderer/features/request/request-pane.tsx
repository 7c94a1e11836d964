import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './request-pane.module.css';

interface RequestPaneProps {
  readonly title: string;
  /** Beside the heading. */
  readonly aside: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a request beside the list; fills the height and scrolls inside. */
export function RequestPane({ title, aside, onClose, children }: RequestPaneProps) {
  return (
    <section className={classes['pane']} aria-label="Request">
      <header className={classes['head']}>
        <h2 className={classes['title']} title={title} dir="auto">
          {title}
        </h2>
        {aside}
        <CloseButton className={classes['close']} aria-label="Close request" onClick={onClose} />
      </header>
      <div className={classes['body']} data-scroller>
        {children}
      </div>
    </section>
  );
}
