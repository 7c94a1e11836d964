import { Modal, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { SHORTCUTS } from '../../parts/shortcuts/catalogue.ts';
import { closeOverlay, paletteText, takeEnteredAhead } from '../../parts/shortcuts/overlay.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { useShared } from '../../places/shared-value.ts';
import classes from './palette.module.css';
import { PaletteList } from './palette-list.tsx';
import { rememberUsed } from './recent.ts';
import { type PaletteItem, usePaletteItems } from './use-palette-items.ts';

/** Lines that Page Up and Page Down go on. */
const PAGE = 8;

/** Finds what can be done by its name, and requests by theirs (ARIA pattern: combobox with a list box). */
export function Palette() {
  const typed = useShared(paletteText);
  const { items, pending } = usePaletteItems(typed);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const list = useId();
  const body = useRef<HTMLDivElement>(null);
  const found = items.findIndex(({ id }) => id === chosenId);
  const active = found === -1 ? 0 : found;
  const optionId = (index: number) => `${list}-${index}`;

  useEffect(() => {
    body.current?.querySelector(`#${CSS.escape(`${list}-${active}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, list]);

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    rememberUsed(item.id);
    closeOverlay(item.run);
  };
  useEffect(() => {
    const [first] = items;
    if (first && takeEnteredAhead()) choose(first);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') choose(items[active]);
    else {
      const next = nextLine(event.key, active, items.length);
      if (next === undefined) return;
      setChosenId(items[next]?.id ?? null);
    }
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
      <div className={classes['palette']}>
        <div className={classes['field']}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <input
            ref={focusAtOnce}
            data-autofocus
            className={classes['input']}
            role="combobox"
            aria-label="Action or candidate"
            aria-expanded="true"
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
            placeholder="What do you want to do, or whom do you look for?"
            autoComplete="off"
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
        </div>
        <div ref={body} className={classes['body']}>
          <PaletteList
            id={list}
            items={items}
            active={active}
            optionId={optionId}
            onActive={(index) => setChosenId(items[index]?.id ?? null)}
            onChoose={choose}
          />
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
    </Modal>
  );
}

/** Not a moment later, as the dialog would: what is typed meanwhile would be lost. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

function nextLine(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return (active + count - 1) % count;
    case 'PageDown':
      return Math.min(active + PAGE, count - 1);
    case 'PageUp':
      return Math.max(active - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
