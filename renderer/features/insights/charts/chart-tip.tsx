import classes from './chart-tip.module.css';

interface ChartTipProps {
  readonly title: string;
  readonly lines: readonly string[];
  /** Where it points to, from the start of the picture: 0 to 1. */
  readonly at: number;
}

/** The numbers of one mark beside it. A screen reader has them in the mark's name. */
export function ChartTip({ title, lines, at }: ChartTipProps) {
  return (
    <div className={classes['tip']} style={{ '--tip-at': `${at * 100}%` }} aria-hidden>
      <p className={classes['title']} dir="auto">
        {title}
      </p>
      {lines.map((line) => (
        <p key={line} className={classes['line']}>
          {line}
        </p>
      ))}
    </div>
  );
}
