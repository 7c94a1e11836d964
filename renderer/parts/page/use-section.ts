import { type RefObject, useEffect } from 'react';
import { useSearch } from 'wouter';

/** Brings the part of the page that the address names to the top, as soon as it is there, and gives it the keyboard. */
export function useSection(page: RefObject<HTMLElement | null>): void {
  const wanted = new URLSearchParams(useSearch()).get('section');
  useEffect(() => {
    const root = page.current;
    if (wanted === null || !root) return;
    const find = (): boolean => {
      const heading = [...root.querySelectorAll('h2')].find(({ textContent }) => textContent === wanted);
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.scrollIntoView({ block: 'start' });
      heading.focus({ preventScroll: true });
      return true;
    };
    if (find()) return;
    const observer = new MutationObserver(() => find() && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [wanted, page]);
}
