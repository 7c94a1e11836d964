import { Text } from '@mantine/core';
import { type DescribedField, describedValue, headlineOf } from '../../../shared/described-field.ts';
import type { Json } from '../../../shared/request.ts';
import { ScaleBar } from '../assessment/scale-bar.tsx';
import classes from './describe-field-form.module.css';

const MOST_LETTERS = 200;

/** What a description makes of a result, before it is saved. */
export function DescribedPreview({ field, results }: { field: DescribedField; results: Json }) {
  const value = describedValue(results, field);
  const headline = headlineOf(results, [field]);
  return (
    <div className={classes['preview']} aria-live="polite">
      <Text size="xs" c="dimmed">
        This result
      </Text>
      {value ? (
        <span className={classes['sent']}>
          <span className={classes['value']} dir="auto">
            {value.text.length > MOST_LETTERS ? `${value.text.slice(0, MOST_LETTERS)}…` : value.text}
          </span>
          <ScaleBar value={value} />
        </span>
      ) : (
        <Text size="sm">has nothing in this field.</Text>
      )}
      {headline && (
        <Text size="sm" dir="auto">
          Headline: {headline.text}
        </Text>
      )}
    </div>
  );
}
