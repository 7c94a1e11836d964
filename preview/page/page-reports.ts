import type { FromPage } from './messages.ts';

/**
 * Reports to main what Electron would know about its window: focus, visibility, address and link clicks.
 *
 * Returns a function that reports the full state, for a new connection. Sent to the browser as text (see
 * page-script.ts).
 */
export function reportPage(root: string, post: (message: FromPage) => boolean): () => void {
  let lastHref = '';

  function reportState(): void {
    post({ kind: 'state', visible: document.visibilityState === 'visible', focused: document.hasFocus() });
  }

  function reportLocation(): void {
    if (location.href === lastHref) return;
    lastHref = location.href;
    post({ kind: 'location', href: location.href });
  }

  /**
   * Electron asks main before opening a window or leaving the app, so the browser must not follow such links itself.
   */
  function askBeforeLink(event: MouseEvent): void {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (event.defaultPrevented || link === undefined || link.href === '' || link.hasAttribute('download'))
      return;
    if (link.target !== '' && link.target !== '_self') {
      event.preventDefault();
      post({ kind: 'open', href: link.href, frameName: link.target, features: '' });
    } else if (!link.href.startsWith(root)) {
      event.preventDefault();
      post({ kind: 'leave', href: link.href });
    }
  }

  document.addEventListener('visibilitychange', reportState);
  window.addEventListener('focus', reportState);
  window.addEventListener('blur', reportState);
  window.addEventListener('hashchange', reportLocation);
  window.addEventListener('popstate', reportLocation);
  window.addEventListener('click', askBeforeLink);
  window.addEventListener('load', () => post({ kind: 'loaded' }));
  window.open = (href = 'about:blank', frameName = '', features = '') => {
    post({ kind: 'open', href: new URL(href, location.href).href, frameName, features });
    return null;
  };

  return () => {
    lastHref = location.href;
    post({ kind: 'hello', href: location.href });
    reportState();
  };
}
