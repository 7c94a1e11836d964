import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Action } from '../../parts/shortcuts/actions.ts';

/** A palette action on the selected requests. */
export function bulkAction(id: string, name: string, run: () => void): Action {
  return { id: `selected.${id}`, name, group: 'Selected requests', run };
}

interface BulkButtonProps extends Omit<ComponentProps<typeof Button<'button'>>, 'leftSection'> {
  readonly icon: Icon;
}

/** A button of the bulk bar. */
export function BulkButton({ icon: ButtonIcon, ...props }: BulkButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<ButtonIcon size={15} aria-hidden />}
      {...props}
    />
  );
}
