import { Kbd, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import classes from './key-names.module.css';
import { Dim } from './layout.tsx';
import { parseKeys } from './shortcuts.ts';

const isMac = /mac/i.test(navigator.platform);

interface KeyLabel {
  /** What is printed on the key. */
  readonly symbol: string;
  /** What screen readers say. */
  readonly spoken: string;
}

const LABELS: Readonly<Record<string, KeyLabel>> = {
  mod: isMac ? { symbol: '⌘', spoken: 'Command' } : { symbol: 'Ctrl', spoken: 'Control' },
  Shift: isMac ? { symbol: '⇧', spoken: 'Shift' } : { symbol: 'Shift', spoken: 'Shift' },
  Enter: isMac ? { symbol: '↩', spoken: 'Return' } : { symbol: 'Enter', spoken: 'Enter' },
  Escape: { symbol: 'Esc', spoken: 'Escape' },
  '↓': { symbol: '↓', spoken: 'Down' },
  '↑': { symbol: '↑', spoken: 'Up' },
  '/': { symbol: '/', spoken: 'Slash' },
  '?': { symbol: '?', spoken: 'Question mark' },
};

function labelOf(key: string): KeyLabel {
  return LABELS[key] ?? { symbol: key, spoken: key };
}

/** A shortcut as text, for `title` and descriptions: `Ctrl+K`, `G then R`. */
export function keyWords(keys: string): string {
  return parseKeys(keys)
    .map((sequence) =>
      sequence.map((combination) => combination.map((key) => labelOf(key).symbol).join('+')).join(' then '),
    )
    .join(' or ');
}

/** A shortcut as key caps. */
export function KeyNames({ keys }: { keys: string }) {
  return (
    <span className={classes['keys']}>
      {parseKeys(keys).map((sequence, alternative) => (
        <Fragment key={sequence.flat().join(' ')}>
          {alternative > 0 && <Dim>or</Dim>}
          {sequence.map((combination, step) => (
            <Fragment key={combination.join('+')}>
              {step > 0 && <Dim>then</Dim>}
              {combination.map((key) => (
                <Kbd key={key} size="xs" className={classes['key']}>
                  <span aria-hidden>{labelOf(key).symbol}</span>
                  <VisuallyHidden component="span">{labelOf(key).spoken}</VisuallyHidden>
                </Kbd>
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
