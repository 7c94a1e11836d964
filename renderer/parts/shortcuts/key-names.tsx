import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { parseKeys } from './catalogue.ts';
import classes from './key-names.module.css';

const isMac = /mac/i.test(navigator.platform);

/** What is written on the keys of this computer, and what they are called. */
const NAMES: Readonly<Record<string, { sign: string; spoken: string }>> = {
  mod: isMac ? { sign: '⌘', spoken: 'Command' } : { sign: 'Ctrl', spoken: 'Control' },
  Shift: isMac ? { sign: '⇧', spoken: 'Shift' } : { sign: 'Shift', spoken: 'Shift' },
  Enter: isMac ? { sign: '↩', spoken: 'Return' } : { sign: 'Enter', spoken: 'Enter' },
  Escape: { sign: 'Esc', spoken: 'Escape' },
  '↓': { sign: '↓', spoken: 'Down' },
  '↑': { sign: '↑', spoken: 'Up' },
  '/': { sign: '/', spoken: 'Slash' },
  '?': { sign: '?', spoken: 'Question mark' },
};

function nameOf(key: string): { sign: string; spoken: string } {
  return NAMES[key] ?? { sign: key, spoken: key };
}

/** A shortcut in words, for `title` and descriptions: `Ctrl+K`, `G then R`. */
export function keyWords(keys: string): string {
  return parseKeys(keys)
    .map((way) => way.map((step) => step.map((key) => nameOf(key).sign).join('+')).join(' then '))
    .join(' or ');
}

/** The keys of a shortcut as they look on the keyboard. */
export function KeyNames({ keys }: { keys: string }) {
  return (
    <span className={classes['keys']}>
      {parseKeys(keys).map((way, wayAt) => (
        <Fragment key={way.flat().join(' ')}>
          {wayAt > 0 && <span className={classes['between']}>or</span>}
          {way.map((step, stepAt) => (
            <Fragment key={step.join('+')}>
              {stepAt > 0 && <span className={classes['between']}>then</span>}
              {step.map((key) => (
                <Kbd key={key} size="xs" className={classes['key']}>
                  <span aria-hidden>{nameOf(key).sign}</span>
                  <span className={classes['spoken']}>{nameOf(key).spoken}</span>
                </Kbd>
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
