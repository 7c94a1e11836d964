import { useId, useMemo } from 'react';
import { MAX_LISTED_NUMBERS } from '../../../../shared/do-not-call.ts';
import { useCountNew } from '../../../api/do-not-call.ts';
import classes from '../../../parts/do-not-call/do-not-call.module.css';
import type { UnreadLine } from '../../../parts/do-not-call/list-lines.ts';
import { Notice } from '../../../parts/notice/notice.tsx';
import { countOf, formatNumber } from '../../../parts/text/count-of.ts';
import type { useListedNumbers } from './use-listed-numbers.ts';

/** Lines shown; the others come back once these are corrected. */
const MOST_SHOWN = 100;

/** How many numbers were read and are new, and the lines that can't be read, each with its problem. */
export function ReadSoFar({ list }: { list: ReturnType<typeof useListedNumbers> }) {
  const { checked, pending, chosen } = list;
  const isColumnMissing = chosen !== null && chosen.phoneColumn === null;
  return (
    <>
      <p role="status">
        {isColumnMissing ? (
          'Choose the column with the phone numbers.'
        ) : pending ? (
          'Reading the numbers …'
        ) : (
          <CountWords checked={checked} />
        )}
      </p>
      {!pending && checked.unread.length > 0 && <Unread lines={checked.unread} />}
    </>
  );
}

function CountWords({ checked: { numbers, unread } }: Pick<ReturnType<typeof useListedNumbers>, 'checked'>) {
  const phoneNumbers = useMemo(() => numbers.map(({ phoneNumber }) => phoneNumber), [numbers]);
  const tooMany = numbers.length > MAX_LISTED_NUMBERS;
  const fresh = useCountNew(tooMany ? NONE : phoneNumbers).data;
  if (numbers.length === 0) return unread.length === 0 ? 'No numbers yet.' : 'No number could be read.';
  if (tooMany) return `Add at most ${formatNumber(MAX_LISTED_NUMBERS)} numbers at once.`;
  const read = countOf(numbers.length, 'number');
  if (fresh === undefined) return `${read}.`;
  if (fresh === numbers.length) return `${read}, not on the list yet.`;
  return fresh === 0
    ? `${read}, on the list already.`
    : `${read}, ${formatNumber(fresh)} not on the list yet.`;
}

const NONE: readonly string[] = [];

function Unread({ lines }: { lines: readonly UnreadLine[] }) {
  const heading = useId();
  const more = lines.length - MOST_SHOWN;
  return (
    <Notice
      tone="warning"
      title={<span id={heading}>{countOf(lines.length, 'line', 'lines')} can’t be read as a number</span>}
    >
      <p>
        Nothing of {lines.length === 1 ? 'it' : 'them'} is added. Correct it here, or afterwards: it isn’t
        lost.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
      <ul aria-labelledby={heading} tabIndex={0} className={classes['scrolled']}>
        {lines.slice(0, MOST_SHOWN).map(({ line, number, problem }) => (
          <li key={line} className={classes['line']}>
            Line {formatNumber(line)}: <bdi>{number === '' ? 'no number' : `“${number}”`}</bdi>
            <span className={classes['dim']}>{problem}</span>
          </li>
        ))}
        {more > 0 && <li className={classes['line']}>{countOf(more, 'more line')}</li>}
      </ul>
    </Notice>
  );
}
