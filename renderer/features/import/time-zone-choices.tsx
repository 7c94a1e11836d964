import { memo, useMemo } from 'react';
import type { AskedZone } from '../../../shared/imports.ts';
import { cityOf, clockIn, placesWords } from '../../../shared/time-zone-names.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { TimeZoneSelect } from '../../parts/time-zone/time-zone-select.tsx';
import classes from './choice-bar.module.css';
import type { ReviewRow } from './classify-rows.ts';

interface TimeZoneChoicesProps {
  readonly rows: readonly ReviewRow[];
  /** Null leaves the choice to the Outbox. */
  readonly onChoose: (among: readonly string[], timeZone: string | null) => void;
}

/** One line per set of time zones that share no calling hour: chooses one for all rows whose numbers can be in them. */
export const TimeZoneChoices = memo(PlainTimeZoneChoices);

function PlainTimeZoneChoices({ rows, onChoose }: TimeZoneChoicesProps) {
  const sets = useMemo(() => setsOf(rows), [rows]);
  return sets.map(({ zone, count }) => (
    <TimeZoneChoice key={zone.among.join()} zone={zone} count={count} onChoose={onChoose} />
  ));
}

interface TimeZoneChoiceProps extends Pick<TimeZoneChoicesProps, 'onChoose'> {
  readonly zone: AskedZone;
  readonly count: number;
}

function TimeZoneChoice({ zone: { among, chosen }, count, onChoose }: TimeZoneChoiceProps) {
  const now = useNow();
  const numbers = countOf(count, 'phone number', 'phone numbers');
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers lay out a fieldset's legend in their own way
    <div role="group" className={classes['line']} aria-label={`Time zone of ${numbers}`}>
      <span>
        {numbers} can be in {placesWords(among)}, which share no calling hour.{' '}
        {chosen === null
          ? count === 1
            ? 'It waits in the Outbox unless you choose:'
            : 'They wait in the Outbox unless you choose for all:'
          : `${cityOf(chosen)} counts, where it is ${clockIn(chosen, now, now)}:`}
      </span>
      <TimeZoneSelect
        label="Time zone"
        hideLabel
        size="xs"
        width={200}
        noneLabel="Choose later"
        offered={among}
        onlyOffered
        value={chosen}
        onChange={(timeZone) => onChoose(among, timeZone)}
      />
    </div>
  );
}

/** The sets of the rows that can be queued, each once, the most frequent first. */
function setsOf(rows: readonly ReviewRow[]): readonly { readonly zone: AskedZone; readonly count: number }[] {
  const sets = Map.groupBy(
    rows.filter(({ zone }) => zone),
    ({ zone }) => zone?.among.join(),
  );
  return [...sets.values()]
    .flatMap((same) => (same[0]?.zone ? [{ zone: same[0].zone, count: same.length }] : []))
    .sort((a, b) => b.count - a.count);
}
