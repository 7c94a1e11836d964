import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../copy/use-copy.ts';
import { formatSize } from './format-size.ts';
import classes from './long-text.module.css';

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
        className={classes['text']}
        dir="auto"
        data-brief={brief || undefined}
        data-clamped={(long && !open) || undefined}
      >
        {text.slice(0, open ? MAX_SHOWN : 4 * COLLAPSED.full.length)}
      </div>
      {long && (
        <Group gap={4} className={classes['more'] ?? ''}>
          <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show all'}
          </Button>
          {huge && (
            <Button variant="subtle" size="compact-xs" onClick={copy}>
              {copied ? 'Copied' : `Copy the whole text (${formatSize(text.length)})`}
            </Button>
          )}
          {huge && open && <span className={classes['cut']}>Only the beginning is shown.</span>}
        </Group>
      )}
    </div>
  );
}
