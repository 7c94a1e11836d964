import type { Json } from '../../../shared/request.ts';
import { seededRandom } from '../../faults/seeded-random.ts';

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
export const SCALE = { smallest: 7_000_000, largest: 7_999_999 } as const;

/** Makes marked assessments of many shapes, from a seed. */
export function assessmentMaker(seed: number): () => MarkedAssessment {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  let marks = 0;
  return () => {
    const covered: string[] = [];
    const mark = (kind: string): string => {
      marks += 1;
      const text = `zq${kind}${marks}qz`;
      covered.push(text);
      return text;
    };
    const number = (): number => {
      marks += 1;
      // Each once, and scattered: the median of others' marks must not be a mark.
      const value = SCALE.smallest + ((marks * 7919) % 999_983);
      covered.push(String(value));
      return value;
    };
    const any = (depth: number): Json => {
      const kind = below(depth > 2 ? 3 : 5);
      if (kind === 0) return number();
      if (kind === 1) return `${mark('w')} ${mark('w')}`;
      if (kind === 2) return `https://${mark('h')}.example/${mark('p')}`;
      const size = 1 + below(3);
      if (kind === 3) return Array.from({ length: size }, () => any(depth + 1));
      return Object.fromEntries(Array.from({ length: size }, () => [mark('k'), any(depth + 1)]));
    };
    const overall = number();
    const language = `zqopen${marks}qz`;
    const results: Json = {
      overall,
      language,
      link: `https://${mark('h')}.example/`,
      answers: [
        { question: 'Why us?', score: number(), text: mark('w') },
        { question: 'When?', score: number(), text: mark('w') },
      ],
      [mark('k')]: any(0),
      more: any(0),
    };
    return { results, covered, open: language, overall };
  };
}
