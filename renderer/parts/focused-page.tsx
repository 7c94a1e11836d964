import { Group } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './focused-page.module.css';
import { useHeadingFocus, useWindowTitle } from './page.tsx';
import { PendingLinksStatus } from './pending-links-notice.tsx';

interface FocusedPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Shown below the card, such as a back link. */
  readonly below?: ReactNode;
}

/** A page for a single task, outside the shell: welcome, connection, sign-in. */
export function FocusedPage({ title, lead, children, below }: FocusedPageProps) {
  useWindowTitle(title);
  return (
    <main className={classes['page']}>
      <div className={classes['column']}>
        <div className={classes['mark']} aria-hidden>
          <IconPhoneCall size={22} stroke={1.75} />
        </div>
        {/* A new title is a new page, so its heading remounts and takes the focus. */}
        <Title key={title}>{title}</Title>
        {lead && <div className={classes['lead']}>{lead}</div>}
        <div className={classes['card']}>{children}</div>
        <div className={classes['links']}>
          <PendingLinksStatus />
        </div>
        {below && (
          <Group gap={8} mt={12} ps={6}>
            {below}
          </Group>
        )}
      </div>
    </main>
  );
}

function Title({ children }: { children: string }) {
  const heading = useHeadingFocus();
  return (
    <h1 ref={heading} tabIndex={-1} className={classes['title']}>
      {children}
    </h1>
  );
}
