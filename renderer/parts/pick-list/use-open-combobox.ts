import { useVirtualizedCombobox } from '@mantine/core';
import { useEffect, useId } from 'react';

interface OpenComboboxOptions {
  readonly count: number;
  /** Index of the highlighted option. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onPick: (index: number) => void;
}

/**
 * A Mantine Combobox whose list is always open (ARIA: editable combobox with listbox). Returns its store and the props of
 * `Combobox.EventsTarget` and of each `Combobox.Option` by index.
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
      // Mantine's own value follows only the arrow keys, not changes caused by typing.
      'aria-activedescendant': count > 0 ? optionId(active) : undefined,
      'aria-autocomplete': 'list' as const,
      // Lets Escape close the surrounding popover or dialog.
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
