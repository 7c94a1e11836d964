import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinFilled, IconRulerMeasure } from '@tabler/icons-react';
import { pinOf } from '../../../shared/assessment-pins.ts';
import type { AssessmentField } from '../../../shared/assessment-shape.ts';
import classes from './pin-button.module.css';
import { usePins } from './pins-context.ts';

/** Pins a field as a column of Tracked requests; a pinned field also has a button to describe its values. */
export function PinButton({ field }: { field: AssessmentField }) {
  const { isPinned, setPinned, describe, describedAt } = usePins();
  const pin = pinOf(field);
  if (!pin) return null;
  const pinned = isPinned(pin.path);
  const described = describedAt(pin.path) !== null;
  const Icon = pinned ? IconPinFilled : IconPin;
  return (
    <>
      <ActionIcon
        size={22}
        className={classes['pin']}
        aria-pressed={pinned}
        aria-label={`Pin ${pin.label} as column`}
        title={pinned ? 'Unpin column' : 'Pin as column'}
        onClick={() => setPinned(pin, !pinned)}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
      {pinned && (
        <ActionIcon
          size={22}
          className={classes['describe']}
          aria-label={`Describe ${pin.label}`}
          title={described ? 'Change the description of its values' : 'Describe its values'}
          onClick={() => describe(pin)}
        >
          <IconRulerMeasure size={14} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
