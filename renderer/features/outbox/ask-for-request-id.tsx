import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { openDialog } from '../../parts/dialog/open-dialog.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { OtherWorkspaceLabel } from '../../parts/workspace/other-workspace-label.tsx';

/** Asks for the request ID of an unconfirmed submission, checks it with the service and tracks the request. */
export function askForRequestId(row: OutboxRow): void {
  const modalId = `request-id-${row.id}`;
  openDialog({
    modalId,
    title: 'Which request is it?',
    children: (
      <>
        <OtherWorkspaceLabel id={row.workspaceId} />
        <RequestIdForm row={row} onClose={() => modals.close(modalId)} />
      </>
    ),
  });
}

/** The ID that the service's answer names, unless it is one that Callboard sent. */
function suggestedId({ id, problem, jobDescriptionId, questionnaireTemplateId }: OutboxRow) {
  const suggested = problem?.suggestedId;
  return [id, jobDescriptionId, questionnaireTemplateId].includes(suggested ?? '') ? undefined : suggested;
}

function RequestIdForm({ row, onClose }: { row: OutboxRow; onClose: () => void }) {
  const suggested = suggestedId(row);
  const [requestId, setRequestId] = useState(suggested ?? '');
  const enter = useMutation({
    mutationFn: () =>
      workspaceAccess(row.workspaceId).api.submissions.enterRequestId({
        id: row.id,
        requestId: requestId.trim(),
      }),
    onSuccess: () => {
      showToast({ workspaceId: row.workspaceId, title: `${row.candidateName} is now tracked` });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (requestId.trim() !== '') enter.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          If the service has a request for <strong dir="auto">{row.candidateName}</strong>, you can find its
          ID there. Callboard checks it with the service first.
        </Text>
        <TextInput
          label="Request ID"
          description={
            suggested !== undefined &&
            "This ID is in the service's answer. Track it only if it is this person's request."
          }
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={requestId}
          onChange={(event) => setRequestId(event.currentTarget.value)}
        />
        <ErrorNotice error={enter.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={enter.isPending} disabled={requestId.trim() === ''}>
            Track this request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
