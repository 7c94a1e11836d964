import classes from './chart-tooltip.module.css';

interface ChartTooltipProps {
  readonly title: string;
  readonly lines: readonly string[];
  /** The horizontal position it points to, as a fraction of the chart's width. */
  readonly at: number;
}

/** The tooltip of a mark. Hidden from screen readers, which get the numbers in the mark's name. */
export function ChartTooltip({ title, lines, at }: ChartTooltipProps) {
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
