import { useMergedRef } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react';
import classes from './chips.module.css';
import { formatNumber } from './format.ts';

interface FilterChipProps {
  /** The filtered field: `Status`. */
  readonly name: string;
  /** The required value as text; null if the name says it all. */
  readonly value: string | null;
  /** The tooltip; the words themselves by default. */
  readonly title?: string | undefined;
  /** Opens the filter's editor; without it the chip can only be removed. */
  readonly onEdit?: (() => void) | undefined;
  readonly editing?: boolean;
  readonly onRemove: () => void;
  /** Set by `Popover.Target`. */
  readonly ref?: Ref<HTMLSpanElement>;
  readonly children?: ReactNode;
}

/** An active filter. Pressing it opens its editor; the cross, Backspace and Delete remove it. */
export function FilterChip(props: FilterChipProps) {
  const { name, value, onEdit, editing = false, onRemove, ref } = props;
  const chip = useRef<HTMLSpanElement>(null);
  const words = value === null ? name : `${name}: ${value}`;
  const remove = () => {
    focusBeside(chip.current);
    onRemove();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return;
    event.preventDefault();
    remove();
  };
  return (
    <span ref={useMergedRef(chip, ref)} className={classes['filter']} data-filter-chip>
      <button
        type="button"
        className={classes['edit']}
        aria-haspopup={onEdit ? 'dialog' : undefined}
        aria-expanded={onEdit ? editing : undefined}
        title={props.title ?? words}
        onClick={onEdit}
        onKeyDown={onKeyDown}
      >
        <span className={classes['name']}>{value === null ? name : `${name}:`}</span>
        {value !== null && (
          <span className={classes['word']} dir="auto">
            {value}
          </span>
        )}
      </button>
      <button
        type="button"
        className={classes['remove']}
        aria-label={`Remove ${words}`}
        onClick={remove}
        onKeyDown={onKeyDown}
      >
        <IconX size={13} aria-hidden />
      </button>
    </span>
  );
}

/** Moves focus to the chip beside the removed one, so that several can be removed in a row. */
function focusBeside(chip: HTMLElement | null): void {
  if (!chip?.contains(document.activeElement)) return;
  const group = chip.closest('fieldset') ?? chip.parentElement;
  const chips = [...(group?.querySelectorAll<HTMLElement>('[data-filter-chip]') ?? [])];
  const index = chips.indexOf(chip);
  const next = chips[index + 1] ?? chips[index - 1];
  (next ?? group)?.querySelector<HTMLElement>('button')?.focus();
}

interface ChoiceChipProps {
  readonly word: string;
  readonly count?: number | undefined;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** A toggle button that selects a view of a list, with an optional count. */
export function ChoiceChip({ word, count, pressed, onPress }: ChoiceChipProps) {
  return (
    <button
      type="button"
      className={classes['chip']}
      data-choice
      aria-pressed={pressed}
      title={word}
      onClick={onPress}
    >
      <span className={classes['word']} dir="auto">
        {word}
      </span>
      {count !== undefined && <span className={classes['count']}>{formatNumber(count)}</span>}
    </button>
  );
}

/** A labelled group of chips that wraps onto further lines. */
export function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes['chips']} aria-label={label}>
      {children}
    </fieldset>
  );
}

interface CountBadgeProps {
  readonly count: number;
  /** Whether a person has to act. */
  readonly urgent: boolean;
}

/** A count beside a name; what it counts is said elsewhere. */
export function CountBadge({ count, urgent }: CountBadgeProps) {
  return (
    <span className={classes['badge']} data-urgent={urgent || undefined} aria-hidden>
      {count > 999 ? '999+' : count}
    </span>
  );
}
