/** Formula errors in spreadsheets: `#N/A`, `#REF!`, in German `#NV`, `#BEZUG!`. */
const FORMULA_ERROR = '#[\\p{Lu}\\d_]+(?:/\\p{Lu}+|/0)?[!?]?';
const ONLY_FORMULA_ERROR = new RegExp(`^${FORMULA_ERROR}$`, 'u');

/** Placeholders for a missing value, in lower case. */
const NOTHING = new Set(
  `n/a|na|n.a.|n. a.|n.a|n/d|n.d.|n/v|n. v.|k.a.|k. a.|k.a|nil|null|(null)|none|undefined|nan|<na>|tbd|tba|tbc|unknown|unbekannt|inconnu
|desconocido|sconosciuto|not available|not applicable|not provided|not given|not specified|keine angabe|nicht angegeben|ohne angabe
|non renseigné|sin datos|blank|(blank)|(leer)|leer|empty|(empty)|anonymous|anonym|no name|ohne name|folgt|x|xx|xxx
|true|false|wahr|falsch|vrai|faux|verdadero|falso|verdadeiro|waar|onwaar|prawda|fałsz`
    .replaceAll('\n', '')
    .split('|'),
);

/** Whether a text is a placeholder for a missing value, in any field. */
export function isPlaceholder(text: string): boolean {
  const lower = text.toLowerCase();
  if (ONLY_FORMULA_ERROR.test(text) || NOTHING.has(lower)) return true;
  return /\s/.test(lower) && lower.split(/\s+/).every((word) => NOTHING.has(word));
}

/**
 * Placeholders inside a name that a program joined from parts: `Ada null`, `Ada #N/A`. There are people called Null, True
 * and Na, but programs write these in lower case or all capitals.
 */
const NO_PART = new RegExp(
  `^(?:${FORMULA_ERROR}|[nN]/[aA]|n\\.a\\.|null|NULL|\\(null\\)|undefined|NaN|TRUE|FALSE|true|false|WAHR|FALSCH|VRAI|FAUX)$`,
  'u',
);

/** The first placeholder in a name; undefined if there is none. */
export function placeholderIn(name: string): string | undefined {
  return name.split(/[\s,]+/).find((part) => NO_PART.test(part));
}

/** Whether a text has HTML entities: `M&uuml;ller`, `M&#252;ller`. */
export function hasEntities(text: string): boolean {
  return text.includes('&') && /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,31});/i.test(text);
}

/** Whether a text has HTML tags or template placeholders: `<b>Ada</b>`, `{{first_name}}`, `%NAME%`. */
export function hasMarkup(text: string): boolean {
  return /[{}<>]|%\w+%/.test(text);
}

/** Whether a cell holds a formula instead of its result. */
export function isFormula(text: string): boolean {
  return /^=\s*[\p{L}_"'(+$\d-]/u.test(text);
}
