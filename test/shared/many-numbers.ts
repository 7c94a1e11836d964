import metadata from 'libphonenumber-js/metadata.min';
import { SeededRandom } from '../bench/seeded-random.ts';

const codes = [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)];

/** Random numbers with every calling code. */
export function* manyNumbers(ofEach: number): Generator<string> {
  const random = new SeededRandom(11);
  for (const code of codes) {
    for (let made = 0; made < ofEach; made += 1) {
      const digits = Array.from({ length: random.whole(6, 15 - code.length) }, () => random.whole(0, 9));
      yield `+${code}${digits.join('')}`;
    }
  }
}
