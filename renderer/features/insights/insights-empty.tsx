import { Button, Group } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';

interface InsightsEmptyProps {
  /** Whether a time range, job or questionnaire is chosen. */
  readonly filtered: boolean;
  readonly onShowAll: () => void;
}

/** Why there are no numbers, and what to do about it. */
export function InsightsEmpty({ filtered, onShowAll }: InsightsEmptyProps) {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconChartBar size={22} stroke={1.5} aria-hidden />}
      title={filtered ? 'No matching submissions' : 'No numbers yet'}
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
      Submit candidates to see here how many calls they take and how long the calls are.
    </EmptyState>
  );
}
