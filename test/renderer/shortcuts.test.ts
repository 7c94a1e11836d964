import { describe, expect, test } from 'vitest';
import { parseKeys, SHORTCUTS } from '../../renderer/parts/shortcuts/catalogue.ts';
import {
  isPrefix,
  type KeyPress,
  keyCombo,
  shortcutsFor,
} from '../../renderer/parts/shortcuts/key-sequences.ts';

const NO_MODIFIER = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function pressed(key: string, modifiers: Partial<KeyPress> = {}): string | null {
  return keyCombo({ key, ...NO_MODIFIER, ...modifiers });
}

describe('a key press as the catalogue writes it', () => {
  test('letters are the same with and without Caps Lock, and others with Shift', () => {
    expect(pressed('j')).toBe('J');
    expect(pressed('J')).toBe('J');
    expect(pressed('R', { shiftKey: true })).toBe('Shift+R');
  });

  test('signs are the same on every keyboard, whether they need Shift or not', () => {
    expect(pressed('?', { shiftKey: true })).toBe('?');
    expect(pressed('?')).toBe('?');
    expect(pressed('/', { shiftKey: true })).toBe('/');
  });

  test('Ctrl and Cmd are one, and nothing here uses Alt', () => {
    expect(pressed('k', { ctrlKey: true })).toBe('mod+K');
    expect(pressed('k', { metaKey: true })).toBe('mod+K');
    expect(pressed('k', { altKey: true })).toBeNull();
  });
});

test('two keys one after the other lead somewhere, and the first alone only begins', () => {
  expect(shortcutsFor('G')).toEqual([]);
  expect(isPrefix('G')).toBe(true);
  expect(shortcutsFor('G R')).toEqual(['goRequests']);
  expect(isPrefix('G R')).toBe(false);
});

test('no two shortcuts of one place, and none of everywhere, have the same keys', () => {
  const taken = new Map<string, string>();
  for (const { keys, scope } of Object.values(SHORTCUTS)) {
    for (const way of parseKeys(keys)) {
      const steps = way.map((step) => step.join('+')).join(' ');
      for (const where of [scope, 'Everywhere']) expect(taken.get(`${where} ${steps}`)).toBeUndefined();
      taken.set(`${scope} ${steps}`, keys);
    }
  }
});
