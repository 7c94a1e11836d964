import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** The field for a client secret, which can be shown. */
export function SecretInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <PasswordInput
      label="Client secret"
      autoComplete="off"
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': shown ? 'Hide' : 'Show' }}
      {...props}
    />
  );
}
