import { Button, Group } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';

interface InsightsEmptyProps {
  readonly allTime: boolean;
  readonly onAllTime: () => void;
}

/** Why there are no numbers, and what brings some. */
export function InsightsEmpty({ allTime, onAllTime }: InsightsEmptyProps) {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconChartBar size={22} stroke={1.5} aria-hidden />}
      title={allTime ? 'No numbers yet' : 'Nothing was submitted in this time'}
      action={
        <Group gap="xs" justify="center">
          <Button onClick={() => navigate('/new')}>Submit a candidate</Button>
          {!allTime && (
            <Button variant="default" onClick={onAllTime}>
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
