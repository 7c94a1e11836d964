/** Names that Windows keeps for devices, whatever stands behind the dot. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Letters before the ending; file systems take 255 bytes in all, and a letter may need four. */
const LONGEST = 56;

/** A file's name that every system takes, made from one with words of any kind in it; its ending stays. */
export function safeFileName(name: string): string {
  const [, words = name, ending = ''] = /^(.*)(\.[a-z\d]{1,8})$/is.exec(name) ?? [];
  const clean = words
    // Control characters, and marks of writing direction, which can make `.exe` look like `.pdf`.
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
