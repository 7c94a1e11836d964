import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useEscape } from './use-escape.ts';

interface DialogEndProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A step of the dialog that nothing is lost with: its content, and a button that closes it, as Escape does. */
export function DialogEnd({ children, onClose }: DialogEndProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  useEscape(onClose);
  return (
    <Stack gap="md">
      {children}
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
