import { Button, Group } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';

interface InsightsEmptyProps {
  /** A time, a job or a questionnaire was chosen. */
  readonly filtered: boolean;
  readonly onShowAll: () => void;
}

/** Why there are no numbers, and what brings some. */
export function InsightsEmpty({ filtered, onShowAll }: InsightsEmptyProps) {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconChartBar size={22} stroke={1.5} aria-hidden />}
      title={filtered ? 'Nothing was submitted that matches' : 'No numbers yet'}
      action={
        <Group gap="xs" justify="center">
          <Button onClick={() => navigate('/new')}>Submit a candidate</Button>
          {filtered && (
            <Button variant="default" onClick={onShowAll}>
              Show all time
            </Button>
          )}
        </Group>
      }
    >
      Submit a candidate, and how many calls it takes and how long they are is counted here.
    </EmptyState>
  );
}
