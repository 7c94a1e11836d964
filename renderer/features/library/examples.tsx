import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnswerExamples, Example, FieldExamples } from '../../../shared/field-examples.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
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

/** Where a questionnaire's examples come from, or why there are none. */
export function ExamplesSource({ questionnaireId }: { questionnaireId: string }) {
  const { data, error, refetch } = useAnswerExamples(questionnaireId);
  if (error) {
    return (
      <ErrorNotice
        error={error}
        title="Couldn't read examples from answers."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Text size="xs" c="dimmed" role="status">
      {data ? sourceWords(data) : 'Reading the last answers…'}
    </Text>
  );
}

function sourceWords({ answers, leftOutCovered }: AnswerExamples): string {
  if (answers === 0 && leftOutCovered)
    return 'Examples appear once a verdict is given: until then, the results of these requests are covered.';
  if (answers === 0)
    return 'No examples yet: none of the newest requests with this questionnaire has results.';
  const from = answers === 1 ? 'the last answer' : `the last ${countOf(answers, 'answer')}`;
  return `Examples are from ${from}.${leftOutCovered ? ' Requests without a verdict are left out.' : ''}`;
}

/** What the newest answers to a questionnaire had in its fields. Forgotten with the dialog that shows it. */
export function useAnswerExamples(questionnaireId: string) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.library.examples({ questionnaireId }), gcTime: 0 });
}
