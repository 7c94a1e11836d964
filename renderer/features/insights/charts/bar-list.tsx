import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../../parts/text/count-of.ts';
import { formatShare } from '../format-figures.ts';
import classes from './bar-list.module.css';
import { ChartTooltip } from './chart-tooltip.tsx';
import { Mark, MarkGroup } from './mark.ts';
import series from './series.module.css';
import type { Series } from './series.ts';
import { useMarks } from './use-marks.ts';

/** A stacked bar. */
interface Bar {
  readonly key: string;
  readonly name: string;
  /** The tooltip of the name; the name itself by default. */
  readonly title?: string | undefined;
  readonly parts: readonly number[];
  readonly lines: readonly string[];
}

interface BarListProps {
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  /** Names in full, over as many lines as they need; by default one line each, clipped. */
  readonly wrap?: boolean;
}

/** A horizontal bar chart; each bar shows its name, number and share of the total. */
export function BarList({ label, series: tones, bars, wrap = false }: BarListProps) {
  const { active, propsOf } = useMarks(bars.length);
  const most = Math.max(1, ...bars.map(sumOf));
  const all = bars.reduce((sum, bar) => sum + sumOf(bar), 0);
  return (
    <MarkGroup className={classes['list']} aria-label={label}>
      {bars.map((bar, index) => (
        <Mark
          key={bar.key}
          aria-label={`${bar.name}: ${bar.lines.join(', ')}`}
          className={classes['row']}
          {...propsOf(index)}
        >
          {wrap ? (
            <span>{bar.name}</span>
          ) : (
            <ClippedText title={bar.title ?? bar.name}>{bar.name}</ClippedText>
          )}
          <span className={classes['track']}>
            {bar.parts.map(
              (part, at) =>
                part > 0 && (
                  <span
                    key={tones[at]?.name ?? at}
                    className={`${series['part']} ${classes['part']}`}
                    data-tone={tones[at]?.tone ?? 'solid'}
                    style={{ '--part': `${(100 * part) / most}%` }}
                  />
                ),
            )}
          </span>
          <span className={classes['value']}>
            {formatNumber(sumOf(bar))}
            <span className={classes['share']}>{formatShare(sumOf(bar), all)}</span>
          </span>
          {index === active && tones.length > 1 && (
            <ChartTooltip title={bar.name} lines={bar.lines} at={0.55} />
          )}
        </Mark>
      ))}
    </MarkGroup>
  );
}

function sumOf({ parts }: Bar): number {
  return parts.reduce((sum, part) => sum + part, 0);
}
