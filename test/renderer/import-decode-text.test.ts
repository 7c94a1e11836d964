import { describe, expect, test } from 'vitest';
import { decodeText, MOST_BYTES } from '../../renderer/features/import/decode-text.ts';
import { sourceFromBytes, sourceFromText } from '../../renderer/features/import/import-source.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, littleEndian);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

describe('the letters of a file', () => {
  test.each([
    ['UTF-8', utf8('Zoë;Łukasz;李'), 'UTF-8', 'Zoë;Łukasz;李'],
    ['UTF-8 with a byte order mark', utf8('\uFEFFZoë'), 'UTF-8', 'Zoë'],
    ['UTF-16 little endian', utf16('Zoë\t李', true), 'UTF-16', 'Zoë\t李'],
    ['UTF-16 big endian', utf16('Zoë\t李', false), 'UTF-16', 'Zoë\t李'],
    ['Windows-1252', Uint8Array.of(0x4d, 0xfc, 0x6c, 0x20, 0x80), 'Windows-1252', 'Mül €'],
  ] as const)('are read from %s', (_name, bytes, encoding, text) => {
    expect(decodeText(bytes)).toEqual({ ok: true, value: { text, encoding } });
  });

  test.each([
    ['an xlsx workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'file_is_workbook'],
    ['an xls workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'file_is_workbook'],
    ['a file with zero bytes', Uint8Array.of(0x41, 0, 0x42), 'file_is_binary'],
    ['a file above 10 MB', new Uint8Array(MOST_BYTES + 1).fill(0x41), 'file_too_large'],
  ] as const)('are not sought in %s, and the person is told what to do', (_name, bytes, code) => {
    expect(decodeText(bytes)).toMatchObject({
      ok: false,
      error: { code, nextStep: expect.stringContaining('CSV') },
    });
  });

  test('that begin with PK are no workbook by themselves', () => {
    expect(decodeText(utf8('PK;Name'))).toMatchObject({ ok: true });
  });
});

describe('a source', () => {
  test('of nobody is refused', () => {
    const empty = { ok: false, error: { code: 'no_rows' } };
    expect(sourceFromText('x', '', null)).toMatchObject(empty);
    expect(sourceFromText('x', 'Name;Phone\n\n', null)).toMatchObject(empty);
    expect(sourceFromBytes('x.csv', new Uint8Array())).toMatchObject(empty);
  });

  test('has headers when they are known or when the first row is nobody', () => {
    const hasHeaders = (text: string) => {
      const source = sourceFromText('x', text, null);
      return source.ok && source.value.hasHeaders;
    };
    expect(hasHeaders('Name,Phone\nAda,+49 30 123456')).toBe(true);
    expect(hasHeaders('Who,Where\nAda,+49 30 123456')).toBe(true);
    expect(hasHeaders('Ada,+49 30 123456\nBob,+49 30 654321')).toBe(false);
  });
});
