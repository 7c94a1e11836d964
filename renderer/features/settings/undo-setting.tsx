import { NativeSelect } from '@mantine/core';
import { type Settings, UNDO_SECONDS } from '../../../shared/settings.ts';

type UndoSeconds = Settings['undoSeconds'];

interface UndoSettingProps {
  readonly label: string;
  readonly value: UndoSeconds;
  readonly onChange: (value: UndoSeconds) => void;
}

/** How long Undo is offered after a submission. */
export function UndoSetting({ label, value, onChange }: UndoSettingProps) {
  return (
    <NativeSelect
      size="xs"
      w={120}
      aria-label={label}
      data={UNDO_SECONDS.map((seconds) => ({
        value: String(seconds),
        label: seconds === 0 ? 'Off' : `${seconds} seconds`,
      }))}
      value={String(value)}
      onChange={(event) => {
        const chosen = UNDO_SECONDS.find((seconds) => String(seconds) === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
