import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from './copy.tsx';
import { countOf, formatNumber, formatSize } from './format.ts';
import { Dim } from './layout.tsx';
import classes from './text.module.css';

interface ClippedTextProps {
  readonly children: string;
  readonly dimmed?: boolean;
  readonly mono?: boolean;
  readonly strong?: boolean;
  /** `ltr` for text such as a phone number, whose direction the browser can't detect. */
  readonly dir?: 'ltr' | 'auto';
  /** The tooltip; the text itself by default. */
  readonly title?: string;
}

/** One line of text, clipped with an ellipsis and complete in its tooltip. */
export function ClippedText(props: ClippedTextProps) {
  const { children, dimmed, mono, strong, dir = 'auto', title = children } = props;
  return (
    <span
      className={classes['text']}
      data-dimmed={dimmed || undefined}
      data-mono={mono || undefined}
      data-strong={strong || undefined}
      dir={dir}
      title={title}
    >
      {children}
    </span>
  );
}

/** So many characters at the end of a link or an ID tell it from others, in a narrow column. */
const TAIL = 8;

/** One line of a link or an ID, cut in its middle: links of one site begin alike. What is read out and searched is whole. */
export function MiddleCutText({ children, title = children }: Pick<ClippedTextProps, 'children' | 'title'>) {
  return (
    <span
      className={classes['middleCut']}
      dir="ltr"
      title={title}
      data-head={children.slice(0, -TAIL)}
      data-tail={children.slice(-TAIL)}
    >
      <VisuallyHidden>{children}</VisuallyHidden>
    </span>
  );
}

/** Longer texts are collapsed at first; `brief` is for narrow columns. */
const COLLAPSED = { full: { length: 420, lines: 7 }, brief: { length: 150, lines: 5 } } as const;
/** Longer texts are never rendered in full, only copied. */
const MAX_SHOWN = 50_000;

/** Plain text from the service, collapsed if long. */
export function LongText({ text, brief = false }: { text: string; brief?: boolean }) {
  const [open, setOpen] = useState(false);
  const { copied, copy } = useCopy(text);
  const limit = COLLAPSED[brief ? 'brief' : 'full'];
  const long = text.length > limit.length || text.split('\n', limit.lines + 1).length > limit.lines;
  const huge = text.length > MAX_SHOWN;
  return (
    <div className={classes['frame']}>
      <div
        className={classes['longTextText']}
        dir="auto"
        data-brief={brief || undefined}
        data-clamped={(long && !open) || undefined}
      >
        {text.slice(0, open ? MAX_SHOWN : 4 * COLLAPSED.full.length)}
      </div>
      {long && (
        <Group gap={4} className={classes['more'] ?? ''}>
          <Button variant="subtle" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show all'}
          </Button>
          {huge && (
            <Button variant="subtle" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : `Copy the whole text (${formatSize(text.length)})`}
            </Button>
          )}
          {huge && open && <Dim>Only the beginning is shown.</Dim>}
        </Group>
      )}
    </div>
  );
}

/** Entries each click adds. */
const STEP = 300;

interface ShowMoreProps {
  readonly shown: number;
  readonly total: number;
  /** Gets the new number of entries to show. */
  readonly onShow: (most: number) => void;
}

/** Shows more entries of a long list, step by step. */
export function ShowMore({ shown, total, onShow }: ShowMoreProps) {
  const hidden = total - shown;
  if (hidden <= 0) return null;
  const next = Math.min(hidden, STEP);
  return (
    <Group gap={8} mt={4}>
      <Button variant="subtle" size="compact-sm" onClick={() => onShow(shown + next)}>
        Show {formatNumber(next)} more
      </Button>
      {next < hidden && <Dim>{countOf(hidden, 'entry', 'entries')} not shown</Dim>}
    </Group>
  );
}
