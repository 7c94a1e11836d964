import { Group } from '@mantine/core';
import type { Example, FieldExamples } from '../../../shared/field-examples.ts';
import { countOf, formatNumber } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { LongText } from '../../parts/text.tsx';
import classes from './library.module.css';

/** Longer texts get a line of their own, where they can be opened. */
const MAX_SHORT_LENGTH = 40;

interface ExampleValuesProps {
  readonly label: string;
  /** Undefined if none of the answers has the field. */
  readonly field: FieldExamples | undefined;
  /** How many answers were read. */
  readonly of: number;
}

/** What the newest answers had in a field, and how many of them. */
export function ExampleValues({ label, field, of }: ExampleValuesProps) {
  if (!field) {
    const last = of === 1 ? 'the last answer' : `the last ${countOf(of, 'answer')}`;
    return <Dim>Not in {last}</Dim>;
  }
  return (
    <Group gap="2px 8px" align="baseline" fz="xs" miw={0}>
      <ul className={classes['exampleValues']} aria-label={`Examples of ${label}`}>
        {field.examples.map((example) => (
          <ExampleItem key={JSON.stringify(example)} example={example} />
        ))}
      </ul>
      <Dim>
        in {formatNumber(field.answers)} of {countOf(of, 'answer')}
      </Dim>
    </Group>
  );
}

function ExampleItem({ example }: { example: Example }) {
  if (example.kind !== 'value') {
    return (
      <li className={classes['exampleShape']}>
        {example.kind === 'list'
          ? `a list of ${countOf(example.size, 'entry', 'entries')}`
          : `a group of ${countOf(example.size, 'field')}`}
      </li>
    );
  }
  const { value } = example;
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
  const isShort = text.length <= MAX_SHORT_LENGTH && !text.includes('\n');
  return isShort ? (
    <li className={classes['exampleValue']} dir="auto">
      {text}
    </li>
  ) : (
    <li className={classes['exampleLong']}>
      <LongText text={text} brief />
    </li>
  );
}
