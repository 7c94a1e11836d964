import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../copy/use-copy.ts';
import { formatSize } from './format-size.ts';
import classes from './long-text.module.css';

/** A text longer than this, or with more lines, is shown in part at first; `brief` in a narrow column. */
const CLAMPED = { full: { length: 420, lines: 7 }, brief: { length: 150, lines: 5 } } as const;
/** More than this is never put on screen: it is copied instead. */
const MOST_SHOWN = 50_000;

/** A text of the service, never markup. A long one is cut after a few lines; a huge one can be copied whole. */
export function LongText({ text, brief = false }: { text: string; brief?: boolean }) {
  const [open, setOpen] = useState(false);
  const { copied, copy } = useCopy(text);
  const most = CLAMPED[brief ? 'brief' : 'full'];
  const long = text.length > most.length || text.split('\n', most.lines + 1).length > most.lines;
  const huge = text.length > MOST_SHOWN;
  return (
    <div className={classes['frame']}>
      <div
        className={classes['text']}
        dir="auto"
        data-brief={brief || undefined}
        data-clamped={(long && !open) || undefined}
      >
        {text.slice(0, open ? MOST_SHOWN : 4 * CLAMPED.full.length)}
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
          {huge && open && <span className={classes['cut']}>The beginning of a very long text.</span>}
        </Group>
      )}
    </div>
  );
}
