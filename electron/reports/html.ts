/** Characters of one text that are printed: what is longer is for a file, not for paper. */
const LONGEST_TEXT = 20_000;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that this program wrote. Made in this file alone, so that no text of anyone else's can pass for it. */
export class Html {
  readonly markup: string;

  constructor(key: typeof MADE_HERE, markup: string) {
    if (key !== MADE_HERE) throw new TypeError('Html is made by the template alone.');
    this.markup = markup;
  }
}

const MADE_HERE = Symbol('made here');

type Insert = Html | string | number | null | readonly Html[];

/**
 * A piece of a page: whatever is put in is text, escaped for content and for quoted attributes, and cut where it is too
 * long for paper; null is nothing.
 */
export function html(pieces: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const markup = pieces.map((piece, place) => piece + markupOf(inserts[place] ?? null)).join('');
  return new Html(MADE_HERE, markup);
}

/** Text of this program's own that must not be escaped: the inside of `<style>`, where entities mean nothing. */
export function ownText(text: string): Html {
  return new Html(MADE_HERE, text);
}

function markupOf(insert: Insert): string {
  if (insert === null) return '';
  if (insert instanceof Html) return insert.markup;
  if (typeof insert === 'object') return insert.map(({ markup }) => markup).join('');
  const text = String(insert);
  if (text.length <= LONGEST_TEXT) return escapeHtml(text);
  return `${escapeHtml(text.slice(0, LONGEST_TEXT))}… (more is inside: see the app)`;
}

function escapeHtml(text: string): string {
  // A zero byte ends nothing in HTML, but programs that read the file may stop there.
  return text.replaceAll('\0', '\uFFFD').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
