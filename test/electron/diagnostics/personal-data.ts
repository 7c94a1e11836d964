/** Fixed sample personal data and secrets that must never appear in a log. */

export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Phone numbers of 11 to 13 digits, in international format without the plus. */
export function phoneNumbers(count: number, random: () => number): string[] {
  const codes = ['1', '44', '49', '380', '972', '55', '81'];
  return Array.from({ length: count }, (_, index) => {
    const digits = Array.from({ length: 10 }, () => 1 + Math.floor(random() * 9)).join('');
    return `${codes[index % codes.length]}${digits}`;
  });
}

/** A phone number in 20 formats. */
export function formats(digits: string): string[] {
  const [a, b, c, d] = [digits.slice(0, -10), digits.slice(-10, -7), digits.slice(-7, -4), digits.slice(-4)];
  return [
    `+${digits}`,
    digits,
    `00${digits}`,
    `+${a} ${b} ${c} ${d}`,
    `+${a}-${b}-${c}-${d}`,
    `+${a}.${b}.${c}.${d}`,
    `+${a} (${b}) ${c}-${d}`,
    `(${b}) ${c}-${d}`,
    `${b}-${c}-${d}`,
    `${b}.${c}.${d}`,
    `${b}${c}${d}`,
    `0${b} ${c}${d}`,
    `tel:+${digits}`,
    `tel:+${a}-${b}-${c}-${d};ext=12`,
    `+${a}\u00a0${b}\u00a0${c}\u00a0${d}`,
    `+${a}\u2011${b}\u2011${c}\u2011${d}`,
    [...digits].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join(''),
    [...digits].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
    encodeURIComponent(`+${digits}`),
    [...digits].join(' '),
  ];
}

export const NAMES = [
  'Oluwaseun Adébáyò',
  'Žofie Nováková',
  'María-José O’Connor',
  'Владимир Петренко',
  'Ελένη Παπαδοπούλου',
  'محمد عبد الرحمن',
  'שירה לוי־כהן',
  '山田 太郎',
  '김민준',
  'อรทัย ใจดี',
  'अनन्या शर्मा',
  'Nguyễn Thị Ánh',
] as const;

export const SECRETS = [
  'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW5kaWRhdGUtNDIiLCJuYW1lIjoiQWRhIn0.c2lnbmF0dXJlLW9mLXRoaXM',
  'sk_live_9fKq2ZrT7xLwVb4NcYp8HdJm',
  '7d444840-9dc0-11d1-b245-5ffdce74fad2',
  'AbCdEf0123456789AbCdEf0123456789',
  'Bearer ya29.a0AfH6SMBx-Qx_Zz',
  'hunter2-correct-horse',
  'anna.lindqvist+jobs@example-mail.org',
  'https://files.example.com/resumes/anna-lindqvist.pdf?sig=Zm9vYmFy&expires=1799999999',
  '/home/annalindqvist/Documents/callboard/out/main/main.js',
  'C:\\Users\\AnnaLindqvist\\AppData\\Roaming\\Callboard\\main.js',
] as const;

/** Lower case, without diacritics, digits of every script as 0 to 9. */
export function folded(text: string): string {
  return [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => (/\p{Nd}/u.test(letter) ? String(digitOf(letter)) : letter))
    .join('')
    .replaceAll(/\p{M}/gu, '');
}

/** The digits of a text. */
export function digitsOf(text: string): string {
  return folded(text).replaceAll(/\D/g, '');
}

/** The numbers a text contains in any format, matched by their last seven digits. */
export function numbersIn(text: string, numbers: readonly string[]): string[] {
  const runs = text.split('\n').map((line) => folded(decoded(line)).replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const all = runs.join('\n');
  return numbers.filter((number) => all.includes(number.slice(-7)));
}

function decoded(line: string): string {
  return line.replaceAll(/%([0-9A-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** In every script the digits are ten consecutive code points. */
function digitOf(letter: string): number {
  let code = letter.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}
