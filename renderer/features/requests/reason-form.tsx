import { Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Verdict } from '../../../shared/request.ts';
import { MAX_REASON_LENGTH } from '../../../shared/request-filter.ts';
import { FormButtons } from '../../parts/form.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { VerdictPicker } from './verdict-picker.tsx';

const CHOICES: readonly Verdict[] = ['no', 'maybe', 'yes'];

export interface ReasonFormProps {
  /** null: it is asked for here. */
  readonly verdict: Verdict | null;
  /** Who the verdict is on: a name, or how many requests. */
  readonly who: string;
  /** Whether any of their results are covered until then. */
  readonly covered: boolean;
  /** Gives the verdict. If it rejects, the dialog stays open and shows the error. */
  readonly run: (reason: string, verdict: Verdict) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks why a verdict is given. */
export function ReasonForm({ verdict, who, covered, run, onClose }: ReasonFormProps) {
  const [chosen, setChosen] = useState(verdict);
  const [isVerdictMissing, setVerdictMissing] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const giving = useMutation({
    mutationFn: (given: Verdict) => run(reason.trim(), given),
    onSuccess: onClose,
  });
  const give = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setError('Write why.');
    if (chosen === null) setVerdictMissing(true);
    else if (reason.trim() !== '') giving.mutate(chosen);
  };
  return (
    <form noValidate onSubmit={give}>
      <Stack gap="md">
        <Text size="sm">
          About <bdi>{who}</bdi>.
          {covered &&
            ' The results show once you have given a verdict. They stay in view even if you undo it.'}
        </Text>
        {verdict === null && (
          <div>
            <VerdictPicker
              value={chosen}
              choices={CHOICES}
              autofocus
              onChange={(picked) => {
                setChosen(picked);
                setVerdictMissing(false);
              }}
              label="Your verdict"
            />
            {isVerdictMissing && (
              <Text role="alert" size="xs" c="var(--mantine-color-error)" mt={4}>
                Choose a verdict.
              </Text>
            )}
          </div>
        )}
        <Textarea
          label="Why this verdict?"
          description="Kept in the history, with whether the results were in view."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          dir="auto"
          data-autofocus={verdict !== null || undefined}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setError(null);
          }}
        />
        <ErrorNotice error={giving.error} />
        <FormButtons onLeave={onClose} loading={giving.isPending}>
          Give verdict
        </FormButtons>
      </Stack>
    </form>
  );
}
