/** Argentina's mobiles: called with a 9 after the country code from abroad, and known without it. */
const ARGENTINE_MOBILE = /^\+549(\d{10})$/;
/** Brazil's mobiles before they got a ninth digit: the area code and eight digits. */
const BRAZILIAN_WITHOUT_NINTH = /^\+55(\d{2})([6-9]\d{7})$/;
/** San Marino's landlines by Italy's code. */
const SAN_MARINO_BY_ITALY = /^\+39(0549\d{6})$/;

/**
 * The same text for all E.164 numbers that ring the same telephone although their digits differ. It is an E.164 number
 * itself, to compare with but not to call.
 */
export function callKey(e164: string): string {
  return e164
    .replace(ARGENTINE_MOBILE, '+54$1')
    .replace(BRAZILIAN_WITHOUT_NINTH, '+55$19$2')
    .replace(SAN_MARINO_BY_ITALY, '+378$1');
}

/** Every E.164 number with this call key. */
export function numbersWithKey(key: string): readonly string[] {
  const argentine = key.replace(/^\+54(?!9)(\d{10})$/, '+549$1');
  const brazilian = key.replace(/^\+55(\d{2})9([6-9]\d{7})$/, '+55$1$2');
  const italian = key.replace(/^\+378(0549\d{6})$/, '+39$1');
  return [...new Set([key, argentine, brazilian, italian])];
}
