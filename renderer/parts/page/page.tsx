import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useSearch } from 'wouter';
import { HeaderSlot } from './header-slot.ts';
import classes from './page.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

interface PageProps {
  readonly title: string;
  /** Shown beside the heading. */
  readonly aside?: ReactNode;
  readonly onBack?: () => void;
  /** `fill`: the window's height, for grids that scroll inside. `read`: a narrow column. */
  readonly layout?: 'flow' | 'fill' | 'read';
  readonly children: ReactNode;
}

/** A page in the shell, with its heading in the header and its content in the main area. */
export function Page({ title, aside, onBack, layout = 'flow', children }: PageProps) {
  const slot = useContext(HeaderSlot);
  const root = useRef<HTMLDivElement>(null);
  useSection(root);
  useEffect(() => {
    document.title = `${title} – Callboard`;
  }, [title]);
  return (
    <>
      {slot && createPortal(<PageHeading title={title} aside={aside} onBack={onBack} />, slot)}
      <div ref={root} className={classes['page']} data-layout={layout} data-scroller>
        <div className={classes['content']}>{children}</div>
      </div>
    </>
  );
}

function PageHeading({
  title,
  aside,
  onBack,
}: Pick<PageProps, 'title' | 'aside'> & { onBack: PageProps['onBack'] }) {
  const heading = useHeadingFocus();
  return (
    <div className={classes['heading']}>
      {onBack && (
        <ActionIcon aria-label="Back" onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
      )}
      <h1 ref={heading} tabIndex={-1} className={classes['title']} title={title} dir="auto">
        {title}
      </h1>
      {aside}
    </div>
  );
}

/** Scrolls to the section named in the URL (`?section=`) and focuses its heading, as soon as it is rendered. */
function useSection(page: RefObject<HTMLElement | null>): void {
  const section = new URLSearchParams(useSearch()).get('section');
  useEffect(() => {
    const root = page.current;
    if (section === null || !root) return;
    const focusHeading = (): boolean => {
      const heading = [...root.querySelectorAll('h2')].find(({ textContent }) => textContent === section);
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.scrollIntoView({ block: 'start' });
      heading.focus({ preventScroll: true });
      return true;
    };
    if (focusHeading()) return;
    const observer = new MutationObserver(() => focusHeading() && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [section, page]);
}
