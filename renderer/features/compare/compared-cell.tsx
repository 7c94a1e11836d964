import type { ComparedValue } from '../../../shared/comparison-values.ts';
import { formatMinutes } from '../../../shared/format-minutes.ts';
import { formatSize } from '../../parts/assessment/format-size.ts';
import { LongText } from '../../parts/assessment/long-text.tsx';
import { formatDate, formatDateTime } from '../../parts/time/format-time.ts';
import classes from './compared-cell.module.css';
import { COVERED, Missing } from './missing.tsx';

/** One value of a result in a comparison. Text from the service is never treated as markup. */
export function ComparedCell({
  value,
  isCovered,
}: {
  readonly value: ComparedValue | null;
  readonly isCovered: boolean;
}) {
  if (value === null) return <Missing words={isCovered ? COVERED : 'not in this result'} />;
  switch (value.kind) {
    case 'text':
      return <LongText text={value.text} brief />;
    case 'lines':
      return <LongText text={value.lines.join('\n')} brief />;
    case 'number':
      return <span className={classes['number']}>{String(value.value)}</span>;
    case 'yes_no':
      return value.yes ? 'Yes' : 'No';
    case 'date':
      return value.dayOnly ? formatDate(value.at) : formatDateTime(value.at);
    case 'duration':
      return value.ms < 60_000 ? `${value.ms / 1000} s` : formatMinutes(value.ms / 60_000);
    case 'link':
      return <span dir="ltr">{value.href}</span>;
    case 'data':
      return <span className={classes['dimmed']}>Encoded data, {formatSize(value.bytes)}</span>;
    case 'more':
      return <span className={classes['dimmed']}>{value.text}</span>;
  }
}
