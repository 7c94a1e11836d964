import { Combobox, Modal, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { queries } from '../../api/api.ts';
import { countOf } from '../../parts/format.ts';
import { KeyNames } from '../../parts/key-names.tsx';
import { useOpenCombobox } from '../../parts/pick-list.tsx';
import {
  closeOverlay,
  consumeEarlyEnter,
  paletteText,
  SHORTCUT_SCOPES,
  SHORTCUTS,
  type Shortcut,
} from '../../parts/shortcuts.ts';
import { sectionPath } from '../../routes/paths.ts';
import { useStore } from '../../store.ts';
import classes from './palette.module.css';
import { type PaletteItem, rememberUsed, usePaletteItems } from './use-palette-items.ts';

/** Lines per Page Up and Page Down. */
const PAGE = 8;

/** Finds actions and requests by name (ARIA pattern: combobox with a list box). */
export function Palette() {
  const { typed, items, pending, combobox, choose, setChosenId, onKeyDown } = usePalette();
  const { store, target, option } = combobox;
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal
      opened
      onClose={() => closeOverlay()}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={620}
      padding={0}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': SHORTCUTS.palette.words } }}
    >
      <Combobox store={store} onOptionSubmit={(id) => choose(items.find((item) => item.id === id))} unstyled>
        <div className={classes['palette']}>
          <div className={classes['field']}>
            <IconSearch size={18} stroke={1.75} aria-hidden />
            <Combobox.EventsTarget {...target}>
              <input
                ref={focusAtOnce}
                data-autofocus
                className={classes['input']}
                aria-label="Action or candidate"
                placeholder="Search for an action or a candidate"
                spellCheck={false}
                dir="auto"
                maxLength={200}
                value={typed}
                onChange={(event) => {
                  paletteText.set(event.currentTarget.value);
                  setChosenId(null);
                  body.current?.scrollTo({ top: 0 });
                }}
                onKeyDown={onKeyDown}
              />
            </Combobox.EventsTarget>
          </div>
          <div ref={body} className={classes['body']}>
            <PaletteList items={items} option={option} />
            {items.length === 0 && !pending && (
              <p className={classes['nothing']}>
                Nothing matches <bdi>“{typed.trim()}”</bdi>. Try a page, an action or a candidate.
              </p>
            )}
          </div>
          <VisuallyHidden role="status">
            {!pending && typed !== '' && countOf(items.length, 'result')}
          </VisuallyHidden>
        </div>
      </Combobox>
    </Modal>
  );
}

/** The palette's results and the active one, moved by keys. */
function usePalette() {
  const typed = useStore(paletteText);
  const { items, pending } = usePaletteItems(typed);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const active = Math.max(
    0,
    items.findIndex(({ id }) => id === chosenId),
  );
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    rememberUsed(item.id);
    closeOverlay(item.run);
  };
  useEffect(() => {
    const [first] = items;
    if (first && consumeEarlyEnter()) choose(first);
  });
  const setActive = (index: number) => setChosenId(items[index]?.id ?? null);
  const combobox = useOpenCombobox({
    count: items.length,
    active,
    onActive: setActive,
    onPick: (index) => choose(items[index]),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event, active, items.length - 1);
    if (next === undefined) return;
    setActive(next);
    event.preventDefault();
  };
  return { typed, items, pending, combobox, choose, setChosenId, onKeyDown };
}

/** The index that a key moves to from `active`; undefined for other keys, which the combobox handles. */
function indexAfterKey(event: KeyboardEvent, active: number, last: number): number | undefined {
  const { key, altKey, ctrlKey, metaKey, nativeEvent } = event;
  if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || last < 0) return undefined;
  switch (key) {
    case 'PageDown':
      return Math.min(active + PAGE, last);
    case 'PageUp':
      return Math.max(active - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Focuses on mount: the dialog would do it later, and lose keys typed until then. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

interface PaletteListProps {
  /** Sorted by group. */
  readonly items: readonly PaletteItem[];
  /** Props of the option at an index. */
  readonly option: (index: number) => object;
}

/** The palette's results by group. Focus stays in the input above. */
function PaletteList({ items, option }: PaletteListProps) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <Combobox.Options aria-label="Results">
      {groups.map((group) => (
        <Combobox.Group key={group} label={group} classNames={{ groupLabel: classes['group'] ?? '' }}>
          {items.map(
            (item, index) =>
              item.group === group && <PaletteLine key={item.id} item={item} {...option(index)} />,
          )}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}

function PaletteLine({ item, ...props }: { readonly item: PaletteItem }) {
  return (
    <Combobox.Option {...props} value={item.id} className={classes['line']}>
      <span className={classes['words']}>
        <span className={classes['name']} title={item.name}>
          <bdi>{item.name}</bdi>
        </span>
        {item.about && (
          <span className={classes['about']}>
            <bdi className={classes['clipped']} title={item.about.job}>
              {item.about.job}
            </bdi>
            <span>{item.about.date}</span>
          </span>
        )}
      </span>
      {item.detail && (
        <span className={classes['detail']} dir="auto">
          {item.detail}
        </span>
      )}
      {item.shortcut && <KeyNames keys={SHORTCUTS[item.shortcut].keys} />}
    </Combobox.Option>
  );
}

const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);

/** All shortcuts, by where they work. */
export function ShortcutsDialog() {
  const off = useQuery(queries.settings.get()).data?.singleKeyShortcuts === false;
  return (
    <Modal
      opened
      onClose={() => closeOverlay()}
      title="Keyboard shortcuts"
      size={780}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <p className={classes['lead']}>
        {off ? 'Single-key shortcuts are off. ' : 'Single-key shortcuts work while you’re not typing. '}
        <Link href={sectionPath('/settings', 'Preferences')} onClick={() => closeOverlay()}>
          {off ? 'Turn them on in Settings' : 'Turn them off in Settings'}
        </Link>
      </p>
      <div className={classes['places']}>
        {SHORTCUT_SCOPES.map((scope) => (
          <section key={scope} className={classes['place']} aria-label={scope}>
            <h3 className={classes['heading']}>{scope}</h3>
            <dl className={classes['list']}>
              {ALL.filter((shortcut) => shortcut.scope === scope).map(({ keys, words }) => (
                <div key={words} className={classes['row']}>
                  <dt className={classes['shortcutsDialogWords']}>{words}</dt>
                  <dd className={classes['keys']}>
                    <KeyNames keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
