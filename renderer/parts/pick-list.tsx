import { Combobox, Stack, useVirtualizedCombobox } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useFocusOnMount } from './form.tsx';
import { formatNumber } from './format.ts';
import { Dim } from './layout.tsx';
import { filterOptions, type PickOption } from './matching.ts';
import classes from './pick-list.module.css';

interface PickListProps {
  /** The accessible name of the field and the list. */
  readonly label: string;
  readonly placeholder?: string;
  readonly options: readonly PickOption[];
  readonly onPick: (key: string) => void;
  /** An option that creates an entry from the typed text, or null. */
  readonly createOption?: (text: string) => PickOption | null;
  /** Further options, found only by typing. */
  readonly extraOptions?: readonly PickOption[];
  /** Shown when there is nothing to pick. */
  readonly empty: string;
  readonly maxLength?: number;
  readonly children?: ReactNode;
}

const MAX_SHOWN = 200;

/** A filterable list with an always open dropdown. */
export function PickList(props: PickListProps) {
  const { label, options, onPick, createOption, extraOptions = [] } = props;
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const input = useFocusOnMount<HTMLInputElement>();
  const found = filterOptions(text, text.trim() === '' ? options : [...options, ...extraOptions]);
  const added = text.trim() === '' ? null : (createOption?.(text.trim()) ?? null);
  const shown = [...found.slice(0, MAX_SHOWN), ...(added ? [added] : [])];
  const pick = (key: string) => {
    onPick(key);
    setText('');
  };
  const { store, target, option } = useOpenCombobox({
    count: shown.length,
    active: Math.min(active, shown.length - 1),
    onActive: setActive,
    onPick: (index) => shown[index] && pick(shown[index].key),
  });

  return (
    <Stack gap={0} mih={0}>
      <Combobox store={store} onOptionSubmit={pick} unstyled>
        <Combobox.EventsTarget {...target}>
          <input
            ref={input}
            className={classes['input']}
            aria-label={label}
            spellCheck={false}
            data-autofocus
            dir="auto"
            placeholder={props.placeholder}
            maxLength={props.maxLength}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setActive(0);
            }}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label={label} className={classes['options']}>
          {shown.map((item, index) => (
            <Option key={item.key} option={item} {...option(index)} />
          ))}
        </Combobox.Options>
      </Combobox>
      {shown.length === 0 && <p className={classes['empty']}>{props.empty}</p>}
      {found.length > MAX_SHOWN && (
        <p className={classes['empty']}>{formatNumber(found.length - MAX_SHOWN)} more: type to find them</p>
      )}
      {props.children}
    </Stack>
  );
}

interface OptionProps {
  readonly option: PickOption;
  readonly 'aria-selected'?: boolean;
}

function Option({ option, 'aria-selected': active, ...props }: OptionProps) {
  const { key, words, group, code, count, checked } = option;
  return (
    <Combobox.Option
      {...props}
      value={key}
      className={classes['option']}
      aria-selected={checked === undefined ? active : checked === true}
    >
      {checked !== undefined && (
        <span className={classes['mark']} data-on={checked !== false || undefined} aria-hidden>
          {checked === true && <IconCheck size={12} stroke={3} />}
          {checked === 'some' && <IconMinus size={12} stroke={3} />}
        </span>
      )}
      {group !== undefined && (
        <Dim fz="inherit" flex="none">
          {group}
        </Dim>
      )}
      <span className={classes['words']} dir="auto" title={code ? `${words} (${code})` : words}>
        {words}
      </span>
      {count !== undefined && <Dim flex="none">{formatNumber(count)}</Dim>}
    </Combobox.Option>
  );
}

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
