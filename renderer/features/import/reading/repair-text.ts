/** UTF-8 decoded as Windows-1252: `JosÃ©`. */
const GARBLED = /[ÂÃÄÅÐÑâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** The characters of bytes 0x80 to 0x9F in Windows-1252, whose code points differ from their bytes. */
const HIGH_BYTES = new Map(
  Array.from({ length: 32 }, (_, at) => 0x80 + at).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Repairs text that was UTF-8 decoded as Windows-1252; returns any other text unchanged. */
export function repairText(text: string): string {
  if (!GARBLED.test(text)) return text;
  const bytes = [...text].map((letter) => HIGH_BYTES.get(letter) ?? letter.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return text;
  try {
    return strictUtf8.decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}
