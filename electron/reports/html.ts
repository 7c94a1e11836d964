/** Printed characters of one text: anything longer belongs in a file, not on paper. */
const LONGEST_TEXT = 20_000;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Trusted markup. Only this file can create it, so untrusted text is never mistaken for it. */
export class Html {
  readonly markup: string;

  constructor(key: typeof MADE_HERE, markup: string) {
    if (key !== MADE_HERE) throw new TypeError('Only the template creates Html.');
    this.markup = markup;
  }
}

const MADE_HERE = Symbol('made here');

type Insert = Html | string | number | null | readonly Html[];

/**
 * A fragment of a page. Inserted text is escaped for content and quoted attributes, and truncated if too long for
 * paper; null inserts nothing.
 */
export function html(pieces: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const markup = pieces.map((piece, place) => piece + markupOf(inserts[place] ?? null)).join('');
  return new Html(MADE_HERE, markup);
}

/** Our own text, unescaped, for `<style>`, where entities have no meaning. */
export function trustedText(text: string): Html {
  return new Html(MADE_HERE, text);
}

function markupOf(insert: Insert): string {
  if (insert === null) return '';
  if (insert instanceof Html) return insert.markup;
  if (typeof insert === 'object') return insert.map(({ markup }) => markup).join('');
  const text = String(insert);
  if (text.length <= LONGEST_TEXT) return escapeHtml(text);
  return `${escapeHtml(text.slice(0, LONGEST_TEXT))}… (more inside; open it in the app)`;
}

function escapeHtml(text: string): string {
  // Programs that read the file may stop at a zero byte.
  return text.replaceAll('\0', '\uFFFD').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
