import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../notice/error-notice.tsx';

const MAX_LENGTH = 2000;

interface ReasonFormProps {
  /** Who the verdict is on: a name, or how many requests. */
  readonly who: string;
  readonly run: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks why a verdict is given. */
export function ReasonForm({ who, run, onClose }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const giving = useMutation({ mutationFn: run, onSuccess: onClose });
  const give = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setError('Write why.');
    else giving.mutate(reason.trim());
  };
  return (
    <form noValidate onSubmit={give}>
      <Stack gap="md">
        <Text size="sm">
          About <bdi>{who}</bdi>. The results show once you have given a verdict. They stay in view even if
          you undo it.
        </Text>
        <Textarea
          label="Why this verdict?"
          description="Kept in the history, with whether the results were in view."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          dir="auto"
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_LENGTH}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setError(null);
          }}
        />
        <ErrorNotice error={giving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={giving.isPending}>
            Give verdict
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
