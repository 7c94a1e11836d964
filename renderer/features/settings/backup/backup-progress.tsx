import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api, queries } from '../../../api/api.ts';

interface BackupProgressProps {
  readonly words: string;
  /** Label of the cancel button. */
  readonly stop: string;
}

/** Progress of a backup or restore, with a cancel button. */
export function BackupProgress({ words, stop }: BackupProgressProps) {
  const { data } = useQuery(queries.backup.state());
  const stopping = useMutation({ mutationFn: api.backup.cancel });
  const label = useId();
  const done = data?.progress?.done ?? null;
  const percent = done === null ? 0 : Math.floor(done * 100);
  return (
    <Stack gap="xs">
      <Text size="sm" id={label}>
        {words}
      </Text>
      <Progress.Root size="md" aria-hidden={done === null}>
        <Progress.Section
          value={done === null ? 100 : percent}
          animated={done === null}
          aria-labelledby={label}
        />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="xs" c="dimmed" aria-hidden>
          {done === null ? 'Getting ready …' : `${percent} %`}
        </Text>
        <Button variant="default" loading={stopping.isPending} onClick={() => stopping.mutate()}>
          {stop}
        </Button>
      </Group>
    </Stack>
  );
}
