import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnswerExamples } from '../../../shared/field-examples.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { countOf } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';

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
