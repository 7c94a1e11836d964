import { describe, expect, test } from 'vitest';
import {
  isPrefix,
  type KeyPress,
  keyCombo,
  parseKeys,
  SHORTCUTS,
  shortcutsFor,
} from '../../renderer/parts/shortcuts.ts';

const NO_MODIFIER = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function pressed(key: string, modifiers: Partial<KeyPress> = {}): string | null {
  return keyCombo({ key, ...NO_MODIFIER, ...modifiers });
}

describe('a key press in the notation of the catalogue', () => {
  test('ignores Caps Lock but not Shift for letters', () => {
    expect(pressed('j')).toBe('J');
    expect(pressed('J')).toBe('J');
    expect(pressed('R', { shiftKey: true })).toBe('Shift+R');
  });

  test('ignores Shift for symbols, which depends on the keyboard layout', () => {
    expect(pressed('?', { shiftKey: true })).toBe('?');
    expect(pressed('?')).toBe('?');
    expect(pressed('/', { shiftKey: true })).toBe('/');
  });

  test('treats Ctrl and Cmd alike and rejects Alt', () => {
    expect(pressed('k', { ctrlKey: true })).toBe('mod+K');
    expect(pressed('k', { metaKey: true })).toBe('mod+K');
    expect(pressed('k', { altKey: true })).toBeNull();
  });
});

test('the first key of a sequence is a prefix and no shortcut; the whole sequence is a shortcut and no prefix', () => {
  expect(shortcutsFor('G')).toEqual([]);
  expect(isPrefix('G')).toBe(true);
  expect(shortcutsFor('G R')).toEqual(['goRequests']);
  expect(isPrefix('G R')).toBe(false);
});

test('no two shortcuts of the same scope share keys, nor does any with one that works everywhere', () => {
  const taken = new Map<string, string>();
  for (const { keys, scope } of Object.values(SHORTCUTS)) {
    for (const way of parseKeys(keys)) {
      const steps = way.map((step) => step.join('+')).join(' ');
      for (const where of [scope, 'Everywhere']) expect(taken.get(`${where} ${steps}`)).toBeUndefined();
      taken.set(`${scope} ${steps}`, keys);
    }
  }
});
