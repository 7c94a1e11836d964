import { ActionIcon, Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AppState } from '../../shared/app-state.ts';
import { attentionOf } from '../../shared/outbox.ts';
import { WINDOW_FAILURES } from '../../shared/words/failures/window-failures.ts';
import { ApiError, api, queries } from '../api/api.ts';
import {
  useAppState,
  useCurrentWorkspace,
  useHeldByOrganisation,
  useOutboxCounts,
  useWorkspace,
} from '../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../api/query-client.ts';
import { countOf, formatNumber } from '../parts/format.ts';
import { KeyNames, keyWords } from '../parts/key-names.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { activeRow, HeaderSlot } from '../parts/page.tsx';
import {
  isOffered,
  isPopupOpen,
  isTyping,
  openOverlay,
  pressedOf,
  SHORTCUTS,
  singleKeysOn,
  useActions,
  useShortcuts,
} from '../parts/shortcuts.ts';
import { hideToast, showToast, undoLatest } from '../parts/toast.tsx';
import { useLatestChange } from '../parts/undo-stack.ts';
import { questionTitle, questionWords } from '../parts/words.ts';
import { WorkspaceSwitcher } from '../parts/workspace-switcher.tsx';
import { outboxPath } from '../routes/paths.ts';
import { ActivityLine, Banners } from './banners.tsx';
import { useGlobalActions } from './global-actions.ts';
import { ImportAnywhere } from './import-anywhere.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';

/** The frame around every page of an open workspace. */
export function Shell({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { kind } = useCurrentWorkspace();
  return (
    <div className={classes['shell']}>
      <SkipLink />
      <KeyboardShortcuts />
      <ImportAnywhere />
      <aside className={classes['side']} aria-label="Workspace">
        <WorkspaceSwitcher />
        <FindButton />
        <Navigation />
      </aside>
      <div className={classes['column']}>
        <header className={classes['header']} data-kind={kind}>
          <div ref={setSlot} className={classes['slot']} />
          <PracticeLabel />
          <ConnectionStatus />
        </header>
        <ActivityLine />
        <main id="content" className={classes['main']}>
          <Banners />
          <HeaderSlot value={slot}>
            <PageCrashBoundary>{children}</PageCrashBoundary>
          </HeaderSlot>
        </main>
        <WaitingAnnouncement />
        <HoldQuestionToast />
      </div>
    </div>
  );
}

/** Registers shortcuts and global actions. A component of its own, so that its updates don't re-render the shell. */
function KeyboardShortcuts() {
  const settings = useQuery(queries.settings.get()).data;
  useGlobalActions();
  useScrollKeys();
  useUndoKey();
  useShortcuts({ singleKeys: settings?.singleKeyShortcuts ?? false });
  return null;
}

/** Says in the header that nobody real is called. */
export function PracticeLabel() {
  if (useCurrentWorkspace().kind !== 'practice') return null;
  return (
    <span
      className={classes['practiceLabel']}
      title="Nobody real is called: the practice service runs on this computer."
    >
      Practice
    </span>
  );
}

/** Lets keyboard users skip the navigation. A button, because a link would change the hash, which holds the route. */
export function SkipLink() {
  return (
    <button type="button" className={classes['skipLink']} onClick={focusContent}>
      Skip to the page
    </button>
  );
}

/** Focusable only while it has the focus: otherwise a click on the page's background would focus it. */
function focusContent(): void {
  const content = document.getElementById('content');
  if (!content) return;
  content.tabIndex = -1;
  content.addEventListener('blur', () => content.removeAttribute('tabindex'), { once: true });
  content.focus();
}

interface State {
  readonly error: unknown;
}

/** Error boundary: shows a notice in place of a page that fails to render, and keeps the rest of the window working. */
class PageCrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const shown = new ApiError({ code: 'page_failed', values: null }, WINDOW_FAILURES.page_failed, {
      cause: this.state.error,
    });
    return (
      <div style={{ padding: 24 }}>
        <ErrorNotice error={shown} onRetry={() => this.setState({ error: null })} />
      </div>
    );
  }
}

/** Opens the palette. */
function FindButton() {
  const { keys, words } = SHORTCUTS.palette;
  return (
    <UnstyledButton
      className={classes['find']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={`${words} (${keyWords(keys)})`}
      onClick={() => openOverlay('palette')}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span className={classes['findWords']}>
        Find<VisuallyHidden component="span">{words.slice('Find'.length)}</VisuallyHidden>
      </span>
      <span className={classes['findKeys']} aria-hidden>
        <KeyNames keys={keys} />
      </span>
    </UnstyledButton>
  );
}

/** Debounce, so that a draining queue is announced once, ms. */
const DEBOUNCE_MS = 3000;

/** Announces changed counts of waiting submissions and of those that need the person to screen readers. */
function WaitingAnnouncement() {
  const counts = useOutboxCounts();
  const forPerson = attentionOf(counts);
  const words = [
    counts.waiting > 0 ? `${countOf(counts.waiting, 'submission')} waiting` : 'Nothing is waiting',
    ...(forPerson > 0 ? [countOf(forPerson, 'needs you', 'need you')] : []),
  ].join(', ');
  const [settled, setSettled] = useState(words);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (words === settled) return;
    const timer = setTimeout(() => {
      setSettled(words);
      setAnnounced(words);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words, settled]);
  return <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>;
}

/** Ctrl+Z or Cmd+Z undoes the latest change in the workspace on screen. A text field keeps its own undo. */
export function useUndoKey(): void {
  const { id } = useWorkspace();
  const latest = useLatestChange(id);
  useActions(
    latest
      ? [
          {
            id: 'undo',
            name: `Undo: ${latest.what}`,
            group: 'Do',
            keywords: 'revert back',
            shortcut: 'undo',
            run: () => void undoLatest(id),
          },
        ]
      : [],
    { everywhere: true },
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || isPopupOpen()) return;
      // Also stops Chromium, which would change the text of a field without the focus, and the Edit menu.
      event.preventDefault();
      if (!event.repeat) void undoLatest(id);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      // Added during the event, it is the last to hear of it: a page may have an undo of its own.
      addEventListener('keydown', onKey, { once: true });
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [id]);
}

const QUESTION_TOAST = 'hold-question';

/** Tells the person on every page but the Outbox, which asks the question itself, that submissions await their decision. */
function HoldQuestionToast() {
  const { askedCount, currentWorkspace } = useAppState();
  // Without a question there is no need to query the Outbox.
  return askedCount > 0 ? <QuestionToast key={currentWorkspace?.id} /> : null;
}

function QuestionToast() {
  const [path, navigate] = useLocation();
  const question = useQuery(useWorkspace().queries.submissions.outbox()).data?.question ?? null;
  const announced = useRef(0);
  const onOutbox = path === '/outbox' || path.startsWith('/outbox/');
  useEffect(() => {
    if (onOutbox) hideToast(QUESTION_TOAST);
    // Announce again when submissions are added to the question, but not when some are removed.
    if (!question || question.shownUntil <= announced.current) return;
    announced.current = question.shownUntil;
    if (onOutbox) return;
    showToast({
      id: QUESTION_TOAST,
      tone: 'problem',
      title: questionTitle(question),
      message: (
        <>
          <div>{questionWords(question, Date.now())} They keep waiting.</div>
          <Button size="compact-sm" variant="default" onClick={() => navigate('/outbox')}>
            Open the Outbox
          </Button>
        </>
      ),
    });
  }, [question, onOutbox, navigate]);
  // Unmounts when the question is settled or another workspace is shown.
  useEffect(() => () => hideToast(QUESTION_TOAST), []);
  return null;
}

type StatusWord = 'Online' | 'Offline' | 'Signed out' | 'Paused' | 'Waiting for key store';

/** The header's status. The cause that stops the most comes first. */
function statusWord(state: AppState, held: boolean): StatusWord {
  if (state.session?.phase === 'waiting_for_key_store') return 'Waiting for key store';
  if (state.session?.phase !== 'signed_in') return 'Signed out';
  if (!state.reachable) return 'Offline';
  return state.paused || held ? 'Paused' : 'Online';
}

/** Shows whether submissions are being sent, how many need the person and how many are waiting, and the button that pauses sending. */
function ConnectionStatus() {
  const state = useAppState();
  const word = statusWord(state, useHeldByOrganisation());
  const counts = useOutboxCounts();
  const forPerson = attentionOf(counts);
  return (
    <Group gap={12} wrap="nowrap" fz="sm" flex="none">
      {forPerson > 0 && (
        <Link href={outboxPath('needs-you')} className={classes['waiting']} data-urgent>
          {forPerson === 1 ? '1 needs you' : `${formatNumber(forPerson)} need you`}
        </Link>
      )}
      {counts.waiting > 0 && (
        <Link href="/outbox" className={classes['waiting']}>
          {`${formatNumber(counts.waiting)} waiting`}
        </Link>
      )}
      <div role="status" className={classes['status']} data-word={word}>
        {word}
      </div>
      <PauseButton paused={state.paused} />
    </Group>
  );
}

function PauseButton({ paused }: { paused: boolean }) {
  const change = useMutation({ mutationFn: api.submissions.setPaused, meta: SHOW_ERROR_IN_SHELL });
  const label = paused ? 'Resume sending' : 'Pause sending';
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      variant={paused ? 'light' : 'subtle'}
      color={paused ? 'accent' : 'gray'}
      loading={change.isPending}
      onClick={() => change.mutate({ paused: !paused })}
    >
      {paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
    </ActionIcon>
  );
}

/** Elements with a use of their own for keys that scroll. */
const KEEPS_KEYS = 'input, textarea, select, [contenteditable="true"]';
/** Elements that Space presses. */
const PRESSED_BY_SPACE = 'button, summary, [role="button"], [role="checkbox"], [role="switch"]';
/** The share of its height by which a page moves, and px per arrow key: Chromium's own. */
const PAGE_SHARE = 0.875;
const ARROW_STEP = 40;

/**
 * Makes J, K, X, Enter, Space and arrows work in the open page's list; elsewhere, Page Up, Page Down, Space, Home, End and
 * arrows scroll the page wherever the focus is. Chromium scrolls only what the focused element is in, and a page's heading and
 * the navigation are outside of it.
 */
export function useScrollKeys(): void {
  useEffect(() => {
    // Without a focused element, Chromium scrolls what was clicked last.
    let clicked: Element | null = null;
    const onPointerDown = ({ target }: PointerEvent) => {
      clicked = target instanceof Element ? target : null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const focused = document.activeElement ?? document.body;
      if (pressedForList(event, focused)) return event.preventDefault();
      const scroll = scrollOf(event, focused);
      if (!scroll || isPopupOpen()) return;
      if (isInScroller(focused === document.body ? clicked : focused)) return;
      const scroller = scrollerOfPage();
      if (!scroller) return;
      event.preventDefault();
      scroller.scrollTo({ top: scroll(scroller), behavior: 'instant' });
    };
    addEventListener('pointerdown', onPointerDown, { capture: true });
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('pointerdown', onPointerDown, { capture: true });
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

/**
 * Brings keys to the page's list that were pressed outside of it, such as after a click on a header. Arrows, J and K begin at
 * the row that has its tab stop; J and K step through requests where one is open.
 */
function pressedForList(event: KeyboardEvent, focused: Element): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (leavesSearch(event, focused)) return true;
  if (focused.matches(KEEPS_KEYS) || focused.closest('[role="row"][data-index]') || isPopupOpen())
    return false;
  const isLoose = focused.matches('body, h1, header h2');
  const begins =
    (singleKeysOn() && pressedOf('rowMoveLetters', event) >= 0 && !isOffered('nextRequest')) ||
    ((isLoose || focused.matches('[data-head-button], nav a')) && pressedOf('rowMove', event) >= 0);
  const select = pressedOf('rowSelect', event);
  const acts =
    (singleKeysOn() && select === 0) || (isLoose && (pressedOf('rowOpen', event) === 0 || select === 1));
  const row = begins || acts ? activeRow() : null;
  if (!row) return false;
  row.focus();
  if (begins && !isOffered('nextRequest')) return true;
  return !row.dispatchEvent(
    new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }),
  );
}

/** Escape and the down arrow go from a page's search box into its list. */
function leavesSearch(event: KeyboardEvent, focused: Element): boolean {
  const leaves = pressedOf('leave', event) === 0;
  if (!(leaves || pressedOf('rowMove', event) === 0) || isPopupOpen()) return false;
  if (!(focused instanceof HTMLElement && focused.matches('main input[type="search"]'))) return false;
  const row = activeRow();
  if (row) row.focus();
  else if (leaves) focused.blur();
  return true;
}

type Scroll = (scroller: Element) => number;

/** Where a key scrolls to; null if it does something else. */
function scrollOf(event: KeyboardEvent, focused: Element): Scroll | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return null;
  if (focused.matches(KEEPS_KEYS)) return null;
  if (key === ' ') return focused.closest(PRESSED_BY_SPACE) ? null : byPage(shiftKey ? -1 : 1);
  return shiftKey ? null : (SCROLLS[key] ?? null);
}

const SCROLLS: Readonly<Record<string, Scroll>> = {
  PageDown: byPage(1),
  PageUp: byPage(-1),
  ArrowDown: ({ scrollTop }) => scrollTop + ARROW_STEP,
  ArrowUp: ({ scrollTop }) => scrollTop - ARROW_STEP,
  Home: () => 0,
  End: ({ scrollHeight }) => scrollHeight,
};

function byPage(pages: 1 | -1): Scroll {
  return ({ scrollTop, clientHeight }) => scrollTop + pages * clientHeight * PAGE_SHARE;
}

/** Whether the element is in something on the page that scrolls, which Chromium then scrolls itself. */
function isInScroller(element: Element | null): boolean {
  for (let at = element?.closest('main') ? element : null; at; at = at.parentElement) {
    if (scrolls(at)) return true;
  }
  return false;
}

/** What scrolls on the open page: the page itself, or the list that fills it. */
function scrollerOfPage(): Element | undefined {
  return [...document.querySelectorAll('main [data-scroller]')].find(scrolls);
}

function scrolls(element: Element): boolean {
  // A px more can come from rounding.
  if (element.scrollHeight <= element.clientHeight + 1) return false;
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
}
