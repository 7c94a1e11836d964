import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFocusOnMount } from '../form/use-focus-on-mount.ts';
import { formatNumber } from '../text/count-of.ts';
import { foundBy, type PickOption } from './found-by.ts';
import classes from './pick-list.module.css';

interface PickListProps {
  /** The accessible name of the field and the list. */
  readonly label: string;
  readonly placeholder?: string;
  readonly options: readonly PickOption[];
  readonly onPick: (key: string) => void;
  /** An option that makes a new one of what was typed, where that is possible. */
  readonly optionFor?: (text: string) => PickOption | null;
  /** Further options once something is typed. */
  readonly alsoFound?: readonly PickOption[];
  /** Said when there is nothing to pick. */
  readonly empty: string;
  readonly maxLength?: number;
  readonly children?: ReactNode;
}

/** As many are in the page; typing finds the others. */
const MOST_SHOWN = 200;

/** A list to pick from by typing a part, by arrows and Enter, or by pointer (ARIA's editable combobox with listbox). */
export function PickList(props: PickListProps) {
  const { label, options, onPick, optionFor, alsoFound = [] } = props;
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useFocusOnMount<HTMLInputElement>();
  const found = foundBy(text, text.trim() === '' ? options : [...options, ...alsoFound]);
  const added = text.trim() === '' ? null : (optionFor?.(text.trim()) ?? null);
  const shown = [...found.slice(0, MOST_SHOWN), ...(added ? [added] : [])];
  const at = Math.min(active, shown.length - 1);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const pick = (option: PickOption | undefined) => {
    if (!option) return;
    onPick(option.key);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key];
    if (event.key === 'Enter') pick(shown[at]);
    else if (next !== undefined) setActive(next);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes['picker']}>
      <input
        ref={input}
        className={classes['input']}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={shown[at] && `${id}-${at}`}
        aria-autocomplete="list"
        autoComplete="off"
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
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} tabIndex={-1} className={classes['options']}>
        {shown.map((option, index) => (
          <Option
            key={option.key}
            id={`${id}-${index}`}
            option={option}
            active={index === at}
            onPoint={() => setActive(index)}
            onPick={() => pick(option)}
          />
        ))}
      </div>
      {shown.length === 0 && <p className={classes['empty']}>{props.empty}</p>}
      {found.length > MOST_SHOWN && (
        <p className={classes['empty']}>{formatNumber(found.length - MOST_SHOWN)} more: type to find them</p>
      )}
      {props.children}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly option: PickOption;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onPick: () => void;
}

function Option({ id, option, active, onPoint, onPick }: OptionProps) {
  const { words, group, count, checked } = option;
  return (
    <div
      id={id}
      role="option"
      aria-selected={checked === undefined ? active : checked === true}
      tabIndex={-1}
      className={classes['option']}
      data-active={active || undefined}
      // The field keeps the focus: typing goes on.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={active ? undefined : onPoint}
      onMouseUp={onPick}
    >
      {checked !== undefined && (
        <span className={classes['mark']} data-on={checked !== false || undefined} aria-hidden>
          {checked === true && <IconCheck size={12} stroke={3} />}
          {checked === 'some' && <IconMinus size={12} stroke={3} />}
        </span>
      )}
      {group !== undefined && <span className={classes['group']}>{group}</span>}
      <span className={classes['words']} dir="auto" title={words}>
        {words}
      </span>
      {count !== undefined && <span className={classes['count']}>{formatNumber(count)}</span>}
    </div>
  );
}
