import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { useFocusOnMount } from '../../parts/form/use-focus-on-mount.ts';
import { dayPresets } from './day-presets.ts';
import { DayRangeFields, useDayRange } from './day-range.tsx';
import classes from './filter-panel.module.css';

interface DateRangeFormProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

/** Filters by the day of acceptance: a preset range, or any two days. */
export function DateRangeForm({ filter, onChange }: DateRangeFormProps) {
  const range = useDayRange(filter);
  const { from, until, backwards } = range;
  const firstPreset = useFocusOnMount<HTMLButtonElement>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!backwards) onChange({ ...filter, from, until });
  };
  return (
    <form className={classes['form']} onSubmit={apply}>
      <div className={classes['presets']}>
        {dayPresets(Date.now()).map((preset, index) => (
          <Button
            key={preset.name}
            size="compact-sm"
            variant="default"
            {...(index === 0 && { ref: firstPreset })}
            onClick={() => onChange({ ...filter, from: preset.from, until: null })}
          >
            {preset.name}
          </Button>
        ))}
      </div>
      <DayRangeFields range={range} />
      <Button type="submit" size="xs" disabled={backwards || (from === null && until === null)}>
        Show these days
      </Button>
    </form>
  );
}
