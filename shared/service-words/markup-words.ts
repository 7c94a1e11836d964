import { decodeHTML } from 'entities';
import { cleanText } from './clean-text.ts';

/** The words of HTML or XML: its title, then the rest of its text. */
export function wordsOfMarkup(whole: string): readonly string[] {
  const markup = whole.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ');
  const [titled = '', title = ''] = /<title\b[^<>]*>([^<]*)/i.exec(markup) ?? [];
  const heading = cleanText(decodeHTML(title));
  const rest = cleanText(decodeHTML(withoutTags(titled === '' ? markup : markup.replace(titled, ' '))));
  // Most error pages begin with their title once more.
  const isRepeated = rest.toLowerCase().startsWith(heading.toLowerCase());
  const said = isRepeated ? [rest] : [heading, rest];
  return said.filter((text) => text !== '');
}

/** Each pattern passes over the text once: one that restarted at every `<` would block the whole app for minutes. */
function withoutTags(markup: string): string {
  return markup
    .replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ')
    .replace(/<!\[CDATA\[|\]\]>/g, ' ')
    .replace(/(?<!<)<+[^<>]*>/g, ' ');
}
