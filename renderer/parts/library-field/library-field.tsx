import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { useLibrary } from '../../api/library.ts';
import classes from './library-field.module.css';
import { entryNamed, matchingEntries } from './match-entries.ts';

interface LibraryFieldProps {
  readonly kind: LibraryKind;
  readonly label: string;
  readonly placeholder?: string;
  readonly description?: string;
  /** The id that will be sent. */
  readonly value: string;
  readonly onChange: (serviceId: string) => void;
  readonly onBlur?: () => void;
  readonly error?: ReactNode;
  readonly size?: 'xs' | 'sm';
}

/**
 * A field for an id of the service that can be picked from the Library by name or typed as it is. What is shown for
 * an id the Library names is the name, with the id beneath; what is handed on is always the id.
 */
export function LibraryField(props: LibraryFieldProps) {
  const { kind, label, placeholder, description, value, onChange, onBlur, error, size = 'sm' } = props;
  const entries = (useLibrary().data ?? []).filter((entry) => entry.kind === kind);
  const chosen = entries.find((entry) => entry.serviceId === value && entry.name !== '');
  // While the field is being typed in, what was typed is shown, letter by letter.
  const [typing, setTyping] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const options = matchingEntries(entries, typing ?? '');

  const type = (text: string) => {
    setTyping(text);
    const exact = entryNamed(entries, text) ?? entries.find((entry) => entry.serviceId === text.trim());
    onChange(exact?.serviceId ?? text.trim());
    combobox.resetSelectedOption();
    // What is already what is meant needs no suggestions over the next field.
    if (exact) combobox.closeDropdown();
    else combobox.openDropdown();
  };
  const pick = (serviceId: string) => {
    onChange(serviceId);
    setTyping(null);
    combobox.closeDropdown();
  };
  const leave = () => {
    setTyping(null);
    combobox.closeDropdown();
    onBlur?.();
  };

  return (
    // Above the field: suggestions never cover what comes next, the button that submits included.
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      withinPortal={false}
      position="top-start"
      middlewares={{ flip: false, shift: true }}
    >
      <Combobox.Target withExpandedAttribute targetType="input">
        <InputBase
          size={size}
          label={label}
          placeholder={placeholder}
          description={chosen && typing === null ? <code dir="ltr">{chosen.serviceId}</code> : description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error}
          dir="auto"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          value={typing ?? chosen?.name ?? value}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => value === '' && combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={leave}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options aria-label="Suggestions" className={classes['options']}>
          {options.map((entry) => (
            <LibraryOption key={entry.serviceId} entry={entry} active={entry.serviceId === value} />
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function LibraryOption({ entry, active }: { entry: LibraryEntry; active: boolean }) {
  return (
    <Combobox.Option value={entry.serviceId} active={active}>
      {entry.name && (
        <div className={classes['name']} dir="auto">
          {entry.name}
        </div>
      )}
      <div className={classes['id']} dir="ltr" data-alone={entry.name === '' || undefined}>
        {entry.serviceId}
      </div>
    </Combobox.Option>
  );
}
