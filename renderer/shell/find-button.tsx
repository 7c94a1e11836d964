import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { SHORTCUTS } from '../parts/shortcuts/catalogue.ts';
import { KeyNames, keyWords } from '../parts/shortcuts/key-names.tsx';
import { openOverlay } from '../parts/shortcuts/overlay.ts';
import classes from './find-button.module.css';

/** Opens the palette. */
export function FindButton() {
  const { keys, words } = SHORTCUTS.palette;
  return (
    <UnstyledButton
      className={classes['button']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={`${words} (${keyWords(keys)})`}
      onClick={() => openOverlay('palette')}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span className={classes['words']}>
        Find<VisuallyHidden component="span">{words.slice('Find'.length)}</VisuallyHidden>
      </span>
      <span className={classes['keys']} aria-hidden>
        <KeyNames keys={keys} />
      </span>
    </UnstyledButton>
  );
}
