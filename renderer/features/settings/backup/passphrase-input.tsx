import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** A passphrase field that can be revealed, without password manager, autocorrect or spell check. */
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
