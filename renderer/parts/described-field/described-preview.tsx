import { Text } from '@mantine/core';
import { type DescribedField, describedValue, headlineOf } from '../../../shared/described-field.ts';
import type { Json } from '../../../shared/request.ts';
import { ScaleBar } from '../assessment/scale-bar.tsx';
import classes from './describe-field-form.module.css';

const MAX_LENGTH = 200;

/** A preview of how a description presents a result. */
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
            {value.text.length > MAX_LENGTH ? `${value.text.slice(0, MAX_LENGTH)}…` : value.text}
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
