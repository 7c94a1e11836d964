import { ActionIcon, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useSearch } from 'wouter';
import classes from './page.module.css';
import { isPopupOpen, isTyping, wasPopupOpen } from './shortcuts.ts';

interface PageProps {
  readonly title: string;
  /** Shown beside the heading. */
  readonly aside?: ReactNode;
  readonly onBack?: () => void;
  /** `fill`: the window's height, for grids that scroll inside. `wide`: all of its width. `read`: a narrow column. */
  readonly layout?: 'flow' | 'wide' | 'fill' | 'read';
  /** Whether its title is of less rank than what is open on it, which has the heading and the window's title. */
  readonly isBehind?: boolean;
  readonly children: ReactNode;
}

/** A page in the shell, with its heading in the header and its content in the main area. */
export function Page({ title, aside, onBack, layout = 'flow', isBehind = false, children }: PageProps) {
  const slot = useContext(HeaderSlot);
  const root = useRef<HTMLDivElement>(null);
  useSection(root);
  useWindowTitle(isBehind ? null : title);
  return (
    <>
      {slot &&
        createPortal(<PageHeading title={title} aside={aside} onBack={onBack} isBehind={isBehind} />, slot)}
      <div ref={root} className={classes['page']} data-layout={layout} data-scroller>
        <div className={classes['content']}>{children}</div>
      </div>
    </>
  );
}

/** Titles the window; null leaves that to what is open on the page. */
export function useWindowTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} – Callboard`;
  }, [title]);
}

interface PageHeadingProps extends Pick<PageProps, 'title' | 'aside'> {
  readonly onBack: PageProps['onBack'];
  readonly isBehind: boolean;
}

function PageHeading({ title, aside, onBack, isBehind }: PageHeadingProps) {
  const Heading = isBehind ? 'h2' : 'h1';
  const heading = useHeadingFocus();
  const [isLeft, setLeft] = useState(false);
  const [skips, setSkips] = useState(false);
  const onTab = (event: KeyboardEvent, then: () => void) => {
    if (event.key !== 'Tab' || event.shiftKey || !activeRow()) return;
    event.preventDefault();
    then();
  };
  const intoList = () => activeRow()?.focus();
  return (
    <div className={classes['heading']}>
      {onBack && (
        <ActionIcon aria-label="Back" onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
      )}
      <Heading
        ref={heading}
        tabIndex={-1}
        className={classes['title']}
        title={title}
        dir="auto"
        onKeyDown={(event) => onTab(event, () => setSkips(true))}
        onBlur={({ relatedTarget }) => setLeft(relatedTarget?.role === 'row')}
      >
        {title}
      </Heading>
      {/* A list took the focus before screen readers could read the heading. */}
      <VisuallyHidden aria-live="polite">{isLeft && title}</VisuallyHidden>
      {skips && (
        <Button
          autoFocus
          size="compact-sm"
          variant="default"
          onClick={intoList}
          onKeyDown={(event) => onTab(event, intoList)}
          onBlur={() => setSkips(false)}
        >
          Go to the list
        </Button>
      )}
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

/** The element in the header into which the open page renders its heading. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** Where a person clicked, or moved the focus, since the window came to this path; null: nowhere. */
let moved: 'page' | 'shell' | null = null;
let path = pathShown();
/** What is being given the focus. */
let given: HTMLElement | null = null;

function pathShown(): string | undefined {
  return globalThis.location?.hash.split('?', 1)[0];
}

globalThis.addEventListener?.('hashchange', () => {
  if (pathShown() !== path) moved = null;
  path = pathShown();
});
globalThis.addEventListener?.('focusin', ({ target }) => {
  if (target !== given && target instanceof Element) moved = target.closest('main, h1') ? 'page' : 'shell';
});
globalThis.addEventListener?.('pointerdown', ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest('h1')) moved = 'page';
  clicked = target.closest(LIST);
});

const LIST = 'main [role="grid"][data-scroller]';
/** The list that was clicked last, if nothing else was clicked since. */
let clicked: Element | null = null;

/** The row that has the tab stop of the page's list: of several, the one that was clicked, or else the first. */
export function activeRow(): HTMLElement | null {
  const list = clicked?.isConnected ? clicked : document.querySelector(LIST);
  return list?.querySelector<HTMLElement>('[role="row"][tabindex="0"]') ?? null;
}

/**
 * Gives the focus to what a person arrives at on a page, unless they, a field or a popup moved it meanwhile. What was lost
 * with the content of a page is free, too, but not what the shell draws anew, such as a button whose menu has loaded.
 */
export function focusOnArrival(element: HTMLElement | null): void {
  const focused = document.activeElement;
  const isFree = moved === null || (moved === 'page' && focused === document.body);
  if (!element || !isFree || isTyping(focused) || isPopupOpen()) return;
  given = element;
  element.focus({ preventScroll: true });
  given = null;
}

/** Focuses a new page's heading, so that screen readers announce it. A list on the page takes the focus from it. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!document.activeElement?.closest('[role="row"]')) focusOnArrival(heading.current);
  }, []);
  return heading;
}

/** Makes Escape leave the focused text field, or otherwise go back, unless an open menu or dialog needs it. */
export function useEscape(back: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || wasPopupOpen()) return;
      if (isTyping(event.target)) event.target.blur();
      else back();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [back]);
}

/** Where the focus was: the element, and the group or list that it belonged to. */
interface Focused {
  readonly element: Element;
  /** The name of the group's grid. */
  readonly grid: string | null;
  /** The name of the list, and which of its entries it was in. */
  readonly list: { readonly name: string; readonly at: number } | null;
}

const POPUP = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * While the page is shown, keeps the focus on it when what had it goes away, such as the row of a submission that was
 * discarded: the row that took its place gets it, or the next button of the list, else the open tab, else the page's heading.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Focused | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      if (target.closest('main')) last = focusedIn(target);
      // A popup only borrows it.
      else if (!target.closest(POPUP)) last = null;
    };
    // A click on the background takes the focus away on purpose.
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('main')) last = null;
    };
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      if (isPopupOpen()) return;
      replacement(last)?.focus();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', onFocusIn);
    addEventListener('pointerdown', onPointerDown);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', onFocusIn);
      removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
}

function focusedIn(element: Element): Focused {
  const grid = element.closest('[role="grid"]') ?? element.closest('section')?.querySelector('[role="grid"]');
  return { element, grid: grid?.getAttribute('aria-label') ?? null, list: listOf(element) };
}

function listOf(element: Element): Focused['list'] {
  const entry = element.closest('main ul[aria-label] > li');
  const name = entry?.parentElement?.getAttribute('aria-label');
  if (!entry?.parentElement || !name) return null;
  return { name, at: [...entry.parentElement.children].indexOf(entry) };
}

/** The button of the entry that is there now, of the next that has one, or of the last before it. */
function buttonInList({ name, at }: NonNullable<Focused['list']>): HTMLElement | undefined {
  const entries = [...document.querySelectorAll(`main ul[aria-label="${CSS.escape(name)}"] > li`)];
  const buttons = (some: readonly Element[]) =>
    some.flatMap((entry) => entry.querySelector<HTMLElement>('button:enabled') ?? []);
  return buttons(entries.slice(at))[0] ?? buttons(entries.slice(0, at)).at(-1);
}

function replacement({ grid, list }: Focused): HTMLElement | null {
  const row =
    grid === null
      ? null
      : document.querySelector<HTMLElement>(
          `main [role="grid"][aria-label="${CSS.escape(grid)}"] [role="row"][tabindex="0"]`,
        );
  return (
    row ??
    (list && buttonInList(list)) ??
    document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]') ??
    document.querySelector<HTMLElement>('h1')
  );
}

const TIMEOUT_MS = 1000;

/** Becomes true once the window is idle, for work that should not delay the first page. */
export function useFirstIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(() => setIdle(true), { timeout: TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}

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
      <Group gap={8} justify="space-between" mb={8} mih={30}>
        <h2 id={heading} className={classes['sectionTitle']}>
          {title}
        </h2>
        {aside}
      </Group>
      {children}
    </section>
  );
}

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Placeholder for an empty page or list: why it is empty and what to do next. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      {icon && <div className={classes['icon']}>{icon}</div>}
      <Text inherit fw={600}>
        {title}
      </Text>
      {children && <div className={classes['body']}>{children}</div>}
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  );
}

/** Says that the organisation's policy sets something; a control can reference `id` as its description. */
export function FixedMark({ id }: { id?: string }) {
  return (
    <div id={id} className={classes['fixed']}>
      <IconLock size={12} aria-hidden /> Set by your organisation
    </div>
  );
}
