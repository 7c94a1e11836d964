import type { InsightsCalls, InsightsRequests, Outcomes } from '../../../shared/insights.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { DefinedTerm } from './defined-term.tsx';
import classes from './figure-cards.module.css';
import { formatDecimal, formatDuration, formatShare } from './format-figures.ts';

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly definition: string;
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
    {
      label: 'Submitted',
      value: formatNumber(submitted),
      definition: 'Submissions made in this period, without drafts and discarded ones.',
    },
    {
      label: 'Accepted',
      value: formatNumber(accepted),
      definition: 'Submissions that the service took as requests.',
      hint: share(accepted, submitted, 'of submitted'),
    },
    {
      label: 'Completed',
      value: formatNumber(completed),
      definition:
        "Accepted requests with the service's status Completed, whether or not anybody was reached.",
      hint: share(completed, accepted, 'of accepted'),
    },
    {
      label: 'Waiting',
      value: formatNumber(waiting),
      definition: 'Submissions in the Outbox that wait to be sent, are being sent or are held.',
    },
    {
      label: 'Needs your decision',
      value: formatNumber(needsDecision),
      definition: 'Submissions that may or may not have reached the service.',
      urgent: needsDecision > 0,
    },
    {
      label: 'Refused',
      value: formatNumber(refused),
      definition: 'Submissions that the service refused and that were not corrected or discarded.',
      urgent: refused > 0,
    },
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
      definition:
        'Half of the completed requests took less time, from when the service accepted them until Callboard first saw the status Completed.',
      hint: 'from acceptance',
    },
    {
      label: 'Median call length',
      value: formatted(calls?.durations.median, formatDuration),
      definition:
        'Half of the answered calls were shorter. Left out: calls of 0 minutes, without a length, or that the service calls unanswered, failed, planned or still in progress.',
      hint: 'of answered calls',
    },
    {
      label: 'Calls per completed request',
      value: formatted(requests?.callsPerCompleted, formatDecimal),
      definition:
        'All calls of the completed requests, answered or not, divided by the number of these requests.',
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
        {figures.map(({ label: name, value, definition, hint, urgent }) => (
          <div key={name} className={classes['card']}>
            <dt className={classes['label']}>
              <DefinedTerm term={name} definition={definition} />
            </dt>
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
