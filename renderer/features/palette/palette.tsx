import { Combobox, Modal, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useOpenCombobox } from '../../parts/pick-list/use-open-combobox.ts';
import { SHORTCUTS } from '../../parts/shortcuts/catalogue.ts';
import { closeOverlay, consumeEarlyEnter, paletteText } from '../../parts/shortcuts/overlay.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { useStore } from '../../store.ts';
import classes from './palette.module.css';
import { PaletteList } from './palette-list.tsx';
import { rememberUsed } from './recent.ts';
import { type PaletteItem, usePaletteItems } from './use-palette-items.ts';

/** Lines that Page Up and Page Down go on. */
const PAGE = 8;

/** Finds what can be done by its name, and requests by theirs (ARIA pattern: combobox with a list box). */
export function Palette() {
  const typed = useStore(paletteText);
  const { items, pending } = usePaletteItems(typed);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const found = items.findIndex(({ id }) => id === chosenId);
  const active = found === -1 ? 0 : found;
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
  const { store, target, option } = useOpenCombobox({
    count: items.length,
    active,
    onActive: setActive,
    onPick: (index) => choose(items[index]),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing || altKey || ctrlKey || metaKey) return;
    const last = items.length - 1;
    const next = {
      PageDown: Math.min(active + PAGE, last),
      PageUp: Math.max(active - PAGE, 0),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined || last < 0) return;
    setActive(next);
    event.preventDefault();
  };

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
                placeholder="What do you want to do, or whom do you look for?"
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
                Nothing is called <bdi>“{typed.trim()}”</bdi>. Try a page, an action or a candidate.
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

/** Not a moment later, as the dialog would: what is typed meanwhile would be lost. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
