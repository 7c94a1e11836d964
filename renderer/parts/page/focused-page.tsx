import { IconPhoneCall } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { PendingLinksStatus } from '../links/pending-links-notice.tsx';
import classes from './focused-page.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

interface FocusedPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Beneath the card, such as a way back. */
  readonly below?: ReactNode;
}

/** A page with one thing to do, without the shell: welcome, connection, sign-in. */
export function FocusedPage({ title, lead, children, below }: FocusedPageProps) {
  useEffect(() => {
    document.title = `${title} – Callboard`;
  }, [title]);
  return (
    <main className={classes['page']}>
      <div className={classes['column']}>
        <div className={classes['mark']} aria-hidden>
          <IconPhoneCall size={22} stroke={1.75} />
        </div>
        {/* With another title it is another page. */}
        <Title key={title}>{title}</Title>
        {lead && <div className={classes['lead']}>{lead}</div>}
        <div className={classes['card']}>{children}</div>
        <div className={classes['links']}>
          <PendingLinksStatus />
        </div>
        {below && <div className={classes['below']}>{below}</div>}
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
