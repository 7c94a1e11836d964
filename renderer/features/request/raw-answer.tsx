import { Code } from '@mantine/core';
import { useMemo, useState } from 'react';
import { parseForWriting } from '../../../shared/exact-json.ts';
import { formatSize } from '../../parts/assessment/format-size.ts';
import { CopyIconButton } from '../../parts/copy/copy-icon-button.tsx';
import classes from './assessment-section.module.css';

/** Characters of an answer that are put on screen; a longer one is copied. */
const MOST_SHOWN = 200_000;

/** The answer letter by letter, closed at first. Only what is opened is laid out. */
export function RawAnswer({ text }: { text: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes['raw']} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>Raw answer</summary>
      {opened && <Answer text={text} />}
    </details>
  );
}

function Answer({ text }: { text: string }) {
  const cut = text.length > MOST_SHOWN;
  const shown = useMemo(() => (cut ? text.slice(0, MOST_SHOWN) : indented(text)), [text, cut]);
  return (
    <>
      {cut && (
        <p className={classes['cut']}>
          Shows the first {formatSize(MOST_SHOWN)} of {formatSize(text.length)}. Copying takes all of it.
        </p>
      )}
      <div className={classes['answer']}>
        <CopyIconButton text={text} label="Copy raw answer" />
        <Code
          block
          dir="ltr"
          className={classes['code']}
          role="region"
          tabIndex={0}
          aria-label="Answer of the service"
        >
          {shown}
        </Code>
      </div>
    </>
  );
}

/** JSON on several lines; anything else as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(parseForWriting(text), null, 2);
  } catch {
    return text;
  }
}
