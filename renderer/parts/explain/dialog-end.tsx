import { Button, Group, Stack } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface DialogEndProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A step of the dialog that nothing is lost with: its content, and a button that closes it, as Escape does. */
export function DialogEnd({ children, onClose }: DialogEndProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <Stack gap="md" onKeyDown={onKeyDown}>
      {children}
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
