/** What spreadsheets show where a formula failed: `#N/A`, `#REF!`, in German `#NV`, `#BEZUG!`. */
const FORMULA_ERROR = '#[\\p{Lu}\\d_]+(?:/\\p{Lu}+|/0)?[!?]?';
const ONLY_FORMULA_ERROR = new RegExp(`^${FORMULA_ERROR}$`, 'u');

/** What programs and people write where there is nothing, in any case. */
const NOTHING = new Set(
  `n/a|na|n.a.|n. a.|n.a|n/d|n.d.|n/v|n. v.|k.a.|k. a.|k.a|nil|null|(null)|none|undefined|nan|<na>|tbd|tba|tbc|unknown|unbekannt|inconnu
|desconocido|sconosciuto|not available|not applicable|not provided|not given|not specified|keine angabe|nicht angegeben|ohne angabe
|non renseigné|sin datos|blank|(blank)|(leer)|leer|empty|(empty)|anonymous|anonym|no name|ohne name|folgt|x|xx|xxx
|true|false|wahr|falsch|vrai|faux|verdadero|falso|verdadeiro|waar|onwaar|prawda|fałsz`
    .replaceAll('\n', '')
    .split('|'),
);

/** Whether a text stands for no value at all, whatever the field. */
export function isNoValue(text: string): boolean {
  const lower = text.toLowerCase();
  if (ONLY_FORMULA_ERROR.test(text) || NOTHING.has(lower)) return true;
  return /\s/.test(lower) && lower.split(/\s+/).every((word) => NOTHING.has(word));
}

/**
 * As programs write it where they put a name together from parts: `Ada null`, `Ada #N/A`. People are called Null, True and Na, but
 * programs write those without a capital, or in capitals alone.
 */
const NO_PART = new RegExp(
  `^(?:${FORMULA_ERROR}|[nN]/[aA]|n\\.a\\.|null|NULL|\\(null\\)|undefined|NaN|TRUE|FALSE|true|false|WAHR|FALSCH|VRAI|FAUX)$`,
  'u',
);

/** The part of a name that is none; undefined where all are. */
export function noPartOf(name: string): string | undefined {
  return name.split(/[\s,]+/).find((part) => NO_PART.test(part));
}

/** Letters written as codes for web pages: `M&uuml;ller`, `M&#252;ller`. */
export function hasEntities(text: string): boolean {
  return text.includes('&') && /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,31});/i.test(text);
}

/** Marks of web pages and templates: `<b>Ada</b>`, `{{first_name}}`, `%NAME%`. */
export function hasMarkup(text: string): boolean {
  return /[{}<>]|%\w+%/.test(text);
}

/** A formula that stands where its result should: it was never calculated, or exported as it is. */
export function isFormula(text: string): boolean {
  return /^=\s*[\p{L}_"'(+$\d-]/u.test(text);
}
