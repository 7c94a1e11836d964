import type { Json } from '../../../shared/request.ts';
import { seededRandom } from '../../faults/seeded-random.ts';
import { longMark } from './marks.ts';

/** An assessment in which every value and every unknown name is a mark that occurs nowhere else. */
export interface MarkedAssessment {
  readonly results: Json;
  /** Texts that must not be seen, and the one value that may be. */
  readonly covered: readonly string[];
  readonly open: string;
  /** The number in `/overall`, as sent. */
  readonly overall: number;
}

/** The described scale of `/overall`. */
export const SCALE = { smallest: 70_000_000, largest: 79_999_999 } as const;

const other = (zero: string) => (digits: string) =>
  [...digits].map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))).join('');

/** Ways in which a service may write a number as text; the mark is its digits. */
const WRITTEN: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => `4,${digits}`,
  (digits) => `−${digits} %`,
  (digits) => `${digits}/100`,
  (digits) => digits.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ','),
  (digits) => digits.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '\u202f'),
  (digits) => Number(digits).toExponential(),
  (digits) => `٤٫${other('٠')(digits)}`,
  other('०'),
  other('0'),
  (digits) =>
    `${'All questions were answered. '.repeat(40)}Overall score: 4.${digits} of 5. ${'Then the call ended. '.repeat(40)}`,
];

/** Words of the interface and of scores, as keys where nobody expects them. */
const KEYS = ['score', 'Overall', 'headline', 'overall_assessment', 'Rating', 'status', 'language', 'result'];

/** Makes marked assessments of many shapes, from a seed. */
export function assessmentMaker(seed: number): () => MarkedAssessment {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const numbers = new Set<number>();
  let [marks, made] = [0, 0];
  return () => {
    const covered: string[] = [];
    const kept = (mark: string): string => {
      covered.push(mark);
      return mark;
    };
    const next = (): number => {
      marks += 1;
      return marks;
    };
    const mark = (kind: string): string => kept(`zq${kind}${next()}qz`);
    const digits = (): string => kept(longMark(next()));
    const number = (): number => {
      // Scattered without a pattern: the median of others' marks must not be a mark.
      const value = SCALE.smallest + 1 + below(SCALE.largest - SCALE.smallest - 1);
      if (numbers.has(value)) return number();
      numbers.add(value);
      return Number(kept(String(value)));
    };
    /** Each once, as `4.37`; the last digit isn't 0. */
    const decimal = (): number => {
      const at = (made * 3331) % 9000;
      return Number(kept(`${Math.floor(at / 9)}.${below(10)}${1 + (at % 9)}`));
    };
    const written = (): string => WRITTEN[below(WRITTEN.length)]?.(digits()) ?? '';
    const any = (depth: number): Json => {
      const kind = below(depth > 2 ? 5 : 8);
      if (kind === 0) return number();
      if (kind === 1) return `${mark('w')} ${mark('w')}`;
      if (kind === 2) return `https://${mark('h')}.example/${mark('p')}`;
      if (kind === 3) return Number(`4.${digits()}`);
      if (kind === 4) return written();
      const size = 1 + below(3);
      if (kind === 5) return Array.from({ length: size }, () => any(depth + 1));
      if (kind === 6) {
        const keys = Array.from({ length: size }, () => KEYS[below(KEYS.length)] ?? '');
        return Object.fromEntries([...new Set(keys)].map((key) => [key, any(depth + 1)]));
      }
      return Object.fromEntries(
        Array.from({ length: size }, (_, at) => [
          at === 0 ? `${KEYS[below(KEYS.length)]} ${digits()}` : mark('k'),
          any(depth + 1),
        ]),
      );
    };
    const overall = number();
    const language = `zqopen${made}qz`;
    made += 1;
    const results: Json = {
      overall,
      language,
      mean: decimal(),
      summary: WRITTEN.at(-1)?.(digits()) ?? '',
      link: `https://${mark('h')}.example/`,
      answers: [
        { question: 'Why us?', score: number(), text: mark('w'), rating: written() },
        { question: 'When?', score: written(), text: mark('w'), overall: { language: number() } },
      ],
      [mark('k')]: any(0),
      [`overall score ${digits()}`]: any(0),
      more: any(0),
    };
    return { results, covered, open: language, overall };
  };
}
