import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { useFocusOnMount } from '../../parts/form/use-focus-on-mount.ts';
import classes from './filter-panel.module.css';
import { dayBegins, dayEnds, dayOf, dayPresets } from './local-days.ts';

interface DateRangeFormProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

/** When requests were accepted: a few usual ranges, or any two days. */
export function DateRangeForm({ filter, onChange }: DateRangeFormProps) {
  const [first, setFirst] = useState(filter.from === null ? '' : dayOf(filter.from));
  const [last, setLast] = useState(filter.until === null ? '' : dayOf(filter.until - 1));
  const firstPreset = useFocusOnMount<HTMLButtonElement>();
  const from = dayBegins(first);
  const until = dayEnds(last);
  const backwards = from !== null && until !== null && until <= from;
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
      <div className={classes['pair']}>
        <TextInput
          type="date"
          size="xs"
          label="From"
          max="9999-12-31"
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          size="xs"
          label="To"
          max="9999-12-31"
          value={last}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
      </div>
      <p className={classes['wrong']} role="alert">
        {backwards && 'The last day is before the first.'}
      </p>
      <Button type="submit" size="xs" disabled={backwards || (from === null && until === null)}>
        Show these days
      </Button>
    </form>
  );
}
