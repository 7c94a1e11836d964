import { useVirtualizedCombobox } from '@mantine/core';
import { useEffect, useId } from 'react';

interface OpenComboboxOptions {
  readonly count: number;
  /** The option that the keyboard is at. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onPick: (index: number) => void;
}

/**
 * Mantine's Combobox with its list always open beneath the field (ARIA pattern: editable combobox with a list box): its store,
 * and the properties of `Combobox.EventsTarget` and of the `Combobox.Option` at a place of the list.
 */
export function useOpenCombobox({ count, active, onActive, onPick }: OpenComboboxOptions) {
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;
  const store = useVirtualizedCombobox({
    opened: true,
    totalOptionsCount: count,
    getOptionId: optionId,
    selectedOptionIndex: active,
    setSelectedOptionIndex: onActive,
    onSelectedOptionSubmit: onPick,
  });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return {
    store,
    target: {
      withExpandedAttribute: true,
      // Mantine's own follows the arrow keys alone, not what typing makes the first option.
      'aria-activedescendant': count > 0 ? optionId(active) : undefined,
      'aria-autocomplete': 'list' as const,
      // Escape closes what the list is in.
      'data-mantine-stop-propagation': false,
    },
    option: (index: number) => ({
      id: optionId(index),
      tabIndex: -1,
      'aria-selected': index === active,
      'data-active': index === active || undefined,
      onMouseMove: index === active ? undefined : () => onActive(index),
    }),
  };
}
