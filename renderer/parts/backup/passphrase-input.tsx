import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** A field for a passphrase, hidden unless the person wants to see it; nothing offers to keep or to correct it. */
export function PassphraseInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <PasswordInput
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': shown ? 'Hide the passphrase' : 'Show the passphrase' }}
      {...props}
    />
  );
}
