import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../notice/error-notice.tsx';

interface ConfirmationProps {
  readonly confirm: string;
  readonly danger: boolean;
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The content of a confirmation dialog. */
export function Confirmation({ confirm, danger, run, onClose, children }: ConfirmationProps) {
  const action = useMutation({ mutationFn: run, onSuccess: onClose });
  return (
    <Stack gap="md">
      <Text component="div" size="sm">
        {children}
      </Text>
      <ErrorNotice error={action.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep as it is
        </Button>
        <Button
          {...(danger && { color: 'red.9' })}
          loading={action.isPending}
          onClick={() => action.mutate()}
        >
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
