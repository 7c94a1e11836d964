import { Button, Group, Stack, Text } from '@mantine/core';
import type { RestoreReport } from '../../../shared/backup.ts';
import { countOf } from '../text/count-of.ts';
import classes from './backup.module.css';

/** What a restore did, and what the person should do next. */
export function RestoreResult({ report, onClose }: { report: RestoreReport; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm" fw={500} role="status">
        Backup restored.
      </Text>
      <ul className={classes['points']}>
        {pointsOf(report).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button data-autofocus autoFocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function pointsOf(report: RestoreReport): string[] {
  const { workspacesAdded, requestsAdded, requestsKnown, toDecide, settled, othersAdded } = report;
  const added = workspacesAdded > 0 ? ` and ${countOf(workspacesAdded, 'workspace')}` : '';
  return [
    `${countOf(requestsAdded, 'request')}${added} came from the backup.`,
    ...(requestsKnown > 0
      ? [`${countOf(requestsKnown, 'request was', 'requests were')} already on this computer.`]
      : []),
    ...(othersAdded > 0
      ? [`${countOf(othersAdded, 'draft or open submission', 'drafts and open submissions')} came with it.`]
      : []),
    ...(settled > 0
      ? [`${countOf(settled, 'submission')} from this computer turned out to be accepted.`]
      : []),
    ...(toDecide > 0
      ? [`${countOf(toDecide, 'submission needs', 'submissions need')} your decision in the Outbox.`]
      : []),
    ...(workspacesAdded > 0
      ? [
          'A backup never contains passwords or sign-ins. Enter the client secret when asked for it, and sign in.',
        ]
      : []),
  ];
}
