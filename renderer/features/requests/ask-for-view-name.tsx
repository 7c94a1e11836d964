import { Button, Group, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { openDialog } from '../../parts/dialog/open-dialog.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';

interface ViewName {
  readonly title: string;
  /** The current name; empty for a new view. */
  readonly name: string;
  readonly save: (name: string) => Promise<unknown>;
}

const MODAL_ID = 'view-name';

/** Asks for a view's name and saves it; if saving fails, the dialog stays open and shows why. */
export function askForViewName(view: ViewName): void {
  openDialog({ modalId: MODAL_ID, title: view.title, children: <ViewNameForm {...view} /> });
}

function ViewNameForm({ name, save }: ViewName) {
  const [text, setText] = useState(name);
  const saving = useMutation({ mutationFn: save, onSuccess: () => modals.close(MODAL_ID) });
  const problem = saving.error ? toApiError(saving.error).fields['name'] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name of the view"
          placeholder="Completed this week"
          dir="auto"
          maxLength={60}
          data-autofocus
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {!problem && <ErrorNotice error={saving.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => modals.close(MODAL_ID)}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={text.trim() === ''}>
            Save view
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
