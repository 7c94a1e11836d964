import { type RefObject, useEffect } from 'react';
import { useSearch } from 'wouter';

/** Scrolls to the section named in the URL (`?section=`) and focuses its heading, as soon as it is rendered. */
export function useSection(page: RefObject<HTMLElement | null>): void {
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
