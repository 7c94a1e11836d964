/** What UTF-8 looks like once it was taken for Windows-1252: `JosÃ©`. */
const GARBLED = /[ÂÃÄÅÐÑâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** Bytes of Windows-1252 whose letters are elsewhere in Unicode. */
const HIGH_BYTES = new Map(
  Array.from({ length: 32 }, (_, at) => 0x80 + at).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The text with garbled letters put right, where that can be done without doubt; else as it is. */
export function repairedText(text: string): string {
  if (!GARBLED.test(text)) return text;
  const bytes = [...text].map((letter) => HIGH_BYTES.get(letter) ?? letter.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return text;
  try {
    return strictUtf8.decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}
