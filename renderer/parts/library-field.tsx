import { Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import type { LibraryEntry, LibraryKind } from '../../shared/library.ts';
import { isUuidShaped } from '../../shared/submission.ts';
import { useWorkspace } from '../api/app-state.tsx';
import classes from './library-field.module.css';
import { entryNamed, matchingEntries } from './matching.ts';

interface LibraryFieldProps {
  readonly kind: LibraryKind;
  readonly label: string;
  readonly placeholder?: string;
  readonly description?: string;
  /** The service ID. */
  readonly value: string;
  readonly onChange: (serviceId: string) => void;
  readonly onBlur?: () => void;
  readonly error?: ReactNode;
  readonly autoFocus?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Names a new entry after what was typed; offered if the Library has none with this name or ID. */
  readonly onNew?: () => void;
}

/** The option for a new entry. */
const NEW = '';

/**
 * An input for a service ID, which can be picked from the Library by name or typed. It shows the name of a known ID, with the ID
 * below, but its value is always the ID.
 */
export function LibraryField(props: LibraryFieldProps) {
  const { kind, label, placeholder, description, value, error, autoFocus = false } = props;
  const entries = (useQuery(useWorkspace().queries.library.list()).data ?? []).filter(
    (entry) => entry.kind === kind,
  );
  const chosen = entries.find((entry) => entry.serviceId === value && entry.name !== '');
  const { combobox, typed, onType, onPick, onLeave } = useTypeahead(entries, props);
  const options = matchingEntries(entries, typed ?? '');
  const isNew = props.onNew !== undefined && (typed ?? '').trim() !== '' && !isUuidShaped(value);
  return (
    <Combobox store={combobox} onOptionSubmit={onPick} withinPortal={false} position="bottom-start">
      <Combobox.Target withExpandedAttribute targetType="input">
        <InputBase
          ref={props.inputRef}
          label={label}
          autoFocus={autoFocus}
          placeholder={placeholder}
          description={chosen && typed === null ? <code dir="ltr">{chosen.serviceId}</code> : description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error}
          dir="auto"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          value={typed ?? chosen?.name ?? value}
          onChange={(event) => onType(event.currentTarget.value)}
          onFocus={() => value === '' && combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={onLeave}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0 && !isNew}>
        <Combobox.Options aria-label="Suggestions" className={classes['options']}>
          {options.map((entry) => (
            <LibraryOption key={entry.serviceId} entry={entry} active={entry.serviceId === value} />
          ))}
          {isNew && (
            <Combobox.Option value={NEW}>
              Name a new job: <bdi>{typed}</bdi>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** State of the input: while the person types, `typed` is their text; otherwise null. */
function useTypeahead(entries: readonly LibraryEntry[], { onChange, onBlur, onNew }: LibraryFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const close = () => {
    setTyped(null);
    combobox.closeDropdown();
  };
  return {
    combobox,
    typed,
    onType: (text: string) => {
      setTyped(text);
      const exact = entryNamed(entries, text) ?? entries.find((entry) => entry.serviceId === text.trim());
      onChange(exact?.serviceId ?? text.trim());
      combobox.resetSelectedOption();
      // An exact match needs no suggestions.
      if (exact) combobox.closeDropdown();
      else combobox.openDropdown();
    },
    onPick: (serviceId: string) => {
      if (serviceId === NEW) onNew?.();
      else onChange(serviceId);
      close();
    },
    onLeave: () => {
      close();
      onBlur?.();
    },
  };
}

function LibraryOption({ entry, active }: { entry: LibraryEntry; active: boolean }) {
  return (
    <Combobox.Option value={entry.serviceId} active={active}>
      {entry.name && (
        <Text component="div" inherit fw={500} truncate dir="auto">
          {entry.name}
        </Text>
      )}
      <div className={classes['id']} dir="ltr" data-alone={entry.name === '' || undefined}>
        {entry.serviceId}
      </div>
    </Combobox.Option>
  );
}
