/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Characters before the extension: file systems allow 255 bytes in all, and a character may take four. */
const LONGEST = 56;

/** A file name that is valid on every system; keeps the extension. */
export function safeFileName(name: string): string {
  const [, words = name, ending = ''] = /^(.*)(\.[a-z\d]{1,8})$/is.exec(name) ?? [];
  const clean = words
    // Control characters, and text-direction marks, which can make `.exe` look like `.pdf`.
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const short =
    [...clean]
      .slice(0, LONGEST)
      .join('')
      .replace(/[. ]+$/, '') || 'Callboard';
  return `${DEVICES.test(short) ? '_' : ''}${short}${ending}`;
}
