import type { InsightsCalls, InsightsRequests, Outcomes } from '../../../shared/insights.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import classes from './figure-cards.module.css';
import { formatDecimal, formatDuration, formatShare } from './format-figures.ts';

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  /** Highlighted: it needs somebody's action. */
  readonly urgent?: boolean;
}

interface FigureCardsProps {
  readonly total: Outcomes;
  /** Undefined while counting. */
  readonly requests: InsightsRequests | undefined;
  readonly calls: InsightsCalls | undefined;
}

/** Key figures of submissions, times and calls. */
export function FigureCards({ total, requests, calls }: FigureCardsProps) {
  return (
    <>
      <Cards label="Submissions" columns={6} figures={countFigures(total)} />
      <Cards label="Times and calls" columns={3} figures={measureFigures(requests, calls)} />
    </>
  );
}

function countFigures(total: Outcomes): readonly Figure[] {
  const { submitted, accepted, completed, waiting, needsDecision, refused } = total;
  return [
    { label: 'Submitted', value: formatNumber(submitted) },
    { label: 'Accepted', value: formatNumber(accepted), hint: share(accepted, submitted, 'of submitted') },
    { label: 'Completed', value: formatNumber(completed), hint: share(completed, accepted, 'of accepted') },
    { label: 'Waiting', value: formatNumber(waiting) },
    { label: 'Needs your decision', value: formatNumber(needsDecision), urgent: needsDecision > 0 },
    { label: 'Refused', value: formatNumber(refused), urgent: refused > 0 },
  ];
}

function share(part: number, all: number, words: string): string {
  return all === 0 ? '' : `${formatShare(part, all)} ${words}`;
}

function measureFigures(
  requests: InsightsRequests | undefined,
  calls: InsightsCalls | undefined,
): readonly Figure[] {
  return [
    {
      label: 'Median time to completion',
      value: formatted(requests?.completion.median, formatDuration),
      hint: 'from acceptance',
    },
    {
      label: 'Median call length',
      value: formatted(calls?.durations.median, formatDuration),
      hint: 'of calls with a length',
    },
    {
      label: 'Calls per completed request',
      value: formatted(requests?.callsPerCompleted, formatDecimal),
      hint: 'on average',
    },
  ];
}

/** A no-break space while counting, so that the card keeps its height. */
function formatted(value: number | null | undefined, format: (value: number) => string): string {
  if (value === undefined) return '\u00A0';
  return value === null ? 'None yet' : format(value);
}

interface CardsProps {
  readonly label: string;
  /** Cards per row where there is room. */
  readonly columns: 3 | 6;
  readonly figures: readonly Figure[];
}

function Cards({ label, columns, figures }: CardsProps) {
  return (
    <section aria-label={label}>
      <dl className={classes['cards']} data-columns={columns}>
        {figures.map(({ label: name, value, hint, urgent }) => (
          <div key={name} className={classes['card']}>
            <dt className={classes['label']}>{name}</dt>
            <dd className={classes['value']} data-urgent={urgent || undefined}>
              {value}
            </dd>
            {hint && <dd className={classes['hint']}>{hint}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
