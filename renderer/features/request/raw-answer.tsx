import { Code } from '@mantine/core';
import { useMemo, useState } from 'react';
import { parseForWriting } from '../../../shared/exact-json.ts';
import { formatSize } from '../../parts/assessment/format-size.ts';
import { CopyIconButton } from '../../parts/copy/copy-icon-button.tsx';
import classes from './assessment-section.module.css';

/** The most characters shown; a longer answer can be copied in full. */
const MOST_SHOWN = 200_000;

/** The service's answer as it came, collapsed at first and only rendered once expanded. */
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
          Showing the first {formatSize(MOST_SHOWN)} of {formatSize(text.length)}. Copy to get all of it.
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

/** JSON indented; anything else unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(parseForWriting(text), null, 2);
  } catch {
    return text;
  }
}
