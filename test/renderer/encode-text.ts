/** Encodes text in legacy encodings by inverting the decoders' tables, because browsers only encode UTF-8. */

/** The tables of Python's codecs, to verify the app's own. */
const DOS: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
};

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each letter; up to two in East Asian encodings. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const upper = DOS[encoding];
  const upperBytes = Array.from({ length: 128 }, (_, at) => at + 128);
  for (let byte = 0; byte < 128; byte += 1) table.set(String.fromCharCode(byte), [byte]);
  if (upper !== undefined) {
    for (const byte of upperBytes) table.set(upper.charAt(byte - 128), [byte]);
  } else {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const add = (bytes: readonly number[]) => {
      const letter = decodedOrEmpty(decoder, bytes);
      if ([...letter].length === 1 && !table.has(letter)) table.set(letter, bytes);
    };
    for (const byte of upperBytes) add([byte]);
    if (/jis|euc|gb|big5/.test(encoding)) {
      for (const lead of upperBytes) for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail]);
    }
  }
  tables.set(encoding, table);
  return table;
}

/** Decodes bytes; empty if they are invalid. */
function decodedOrEmpty(decoder: TextDecoder, bytes: readonly number[]): string {
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return '';
  }
}

/** Encodes text by a label of the Encoding Standard; `+bom` adds a byte order mark. Throws for letters the encoding lacks. */
export function encodeText(text: string, label: string): Uint8Array {
  const encoding = label.replace('+bom', '');
  const marked = label.endsWith('+bom') ? `\uFEFF${text}` : text;
  if (encoding === 'utf-8') return new TextEncoder().encode(marked);
  if (encoding.startsWith('utf-16')) return utf16(marked, encoding === 'utf-16le');
  return encoding === 'iso-2022-jp'
    ? iso2022(text)
    : Uint8Array.from([...text].flatMap((letter) => bytesOf(letter, encoding)));
}

function bytesOf(letter: string, encoding: string): readonly number[] {
  const bytes = tableOf(encoding).get(letter);
  if (!bytes) throw new Error(`${encoding} has no ${letter}`);
  return bytes;
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

/** EUC-JP without the eighth bits, between escape sequences (RFC 1468). */
function iso2022(text: string): Uint8Array {
  const found: number[] = [];
  let double = false;
  for (const letter of `${text}\n`) {
    const bytes = bytesOf(letter, 'euc-jp');
    if (bytes.length > 1 !== double) {
      double = bytes.length > 1;
      found.push(0x1b, ...(double ? [0x24, 0x42] : [0x28, 0x42]));
    }
    found.push(...bytes.map((byte) => byte & 0x7f));
  }
  return Uint8Array.from(found);
}
