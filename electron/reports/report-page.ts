import { escapeHtml } from '../../shared/escape-html.ts';
import type { ReportSetting, ReportWords } from './report-words.ts';

interface ReportPage {
  readonly title: string;
  /** Small text above the heading. */
  readonly kind: string;
  readonly body: Html;
  readonly landscape: boolean;
}

/** Forbids scripts and external resources also when the page is opened outside the app. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Inline, because Chromium renders the footer as a separate page without the report's styles. */
const FOOTER =
  'display:flex;justify-content:space-between;gap:8mm;width:100%;padding:0 15mm;font:7.5pt system-ui,sans-serif;color:#5a6270';
const ELLIPSIS = 'min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap';

/** A report as a complete page, with a footer of title, time and page number. */
export function reportPage(page: ReportPage, setting: ReportSetting, words: ReportWords): PrintableReport {
  const made = words.moment(setting.now);
  return {
    html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${page.title}</title>
<style>${trustedText(REPORT_STYLE)}</style>
</head>
<body>
<div class="source"><span>Callboard · ${page.kind}</span><span dir="auto">${setting.workspaceName}</span></div>
${page.body}
</body>
</html>
`.markup,
    footer:
      html`<div style="${FOOTER}"><bdi style="${ELLIPSIS}">${page.title}</bdi><span style="white-space:nowrap">${made} · Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>`
        .markup,
    landscape: page.landscape,
  };
}
/** Styles for print, and for pages that are read in a browser: light colours, system fonts, and no page breaks inside a row. */
const REPORT_STYLE = `
*, *::before, *::after { box-sizing: border-box; }
html { font: 9.5pt/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif; color: #1b1f26; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; }
@media screen { body { max-width: 190mm; margin: 24pt auto; padding: 0 18pt; } }
p, dl, dd, ul, h1, h2, h3 { margin: 0; }
.source { display: flex; justify-content: space-between; gap: 12pt; margin-bottom: 10pt; font-size: 8pt; color: #5a6270; }
h1 { font-size: 19pt; font-weight: 650; line-height: 1.2; overflow-wrap: anywhere; }
.lead { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4pt 10pt; margin-top: 6pt; }
.headline { font-size: 11.5pt; font-weight: 600; overflow-wrap: anywhere; }
.badge { padding: 1pt 6pt; border-radius: 8pt; font-size: 8pt; font-weight: 600; letter-spacing: 0.02em; background: #eceff3; color: #434b58; overflow-wrap: anywhere; }
.badge.good { background: #e3f5e9; color: #17663a; }
.badge.info { background: #e9effd; color: #24459f; }
.badge.wait { background: #fdf1d8; color: #7a4d05; }
.badge.bad { background: #fdeceb; color: #a11b12; }
.notice { margin-top: 10pt; padding: 6pt 8pt; border-inline-start: 3pt solid #d99a1c; background: #fdf6e6; }
section { margin-top: 16pt; }
h2 { margin-bottom: 6pt; padding-bottom: 3pt; border-bottom: 0.75pt solid #c8cdd6; font-size: 11pt; font-weight: 650; break-after: avoid; }
h3 { margin: 8pt 0 3pt; font-size: 9.5pt; font-weight: 650; break-after: avoid; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 7pt 18pt; }
.facts dt { font-size: 8pt; color: #5a6270; }
.facts dd { overflow-wrap: anywhere; }
.fields > div { display: grid; grid-template-columns: 34% 1fr; gap: 10pt; padding: 3pt 0; border-bottom: 0.5pt solid #e5e8ed; break-inside: avoid; }
.fields > div:last-child { border-bottom: 0; }
.fields dt { color: #5a6270; overflow-wrap: anywhere; }
.fields dd { min-width: 0; }
.inside { padding-inline-start: 8pt; border-inline-start: 1.5pt solid #e5e8ed; }
.text { display: block; white-space: pre-wrap; overflow-wrap: anywhere; }
.mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.9em; overflow-wrap: anywhere; }
.dim { color: #5a6270; }
.number { font-variant-numeric: tabular-nums; font-weight: 600; }
.score { display: inline-flex; align-items: center; gap: 6pt; white-space: nowrap; font-variant-numeric: tabular-nums; }
.score b { min-width: 2.5ch; font-weight: 650; }
.track { display: block; width: 62pt; height: 4.5pt; border-radius: 2.5pt; overflow: hidden; background: #e5e8ed; }
.track.lower { border-inline-start: 1.5pt solid #1b1f26; }
.track.higher { border-inline-end: 1.5pt solid #1b1f26; }
.fill { display: block; height: 100%; border-radius: 2.5pt; background: #517ae8; }
.score small { font-size: 7.5pt; color: #5a6270; }
table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { font-size: 8pt; font-weight: 500; color: #5a6270; }
th, td { padding: 3pt 8pt 3pt 0; border-bottom: 0.5pt solid #e5e8ed; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
ul { padding-inline-start: 14pt; }
a { color: #274aae; text-decoration: none; overflow-wrap: anywhere; }
.compared { table-layout: fixed; }
.compared tr { break-inside: auto; orphans: 3; widows: 3; }
.compared th, .compared td { padding: 3.5pt 6pt; border-bottom: 0.5pt solid #e5e8ed; }
.compared thead th { padding-block: 4pt; border-bottom: 1pt solid #8b929d; font-size: 10.5pt; font-weight: 650; color: #1b1f26; }
.compared thead th .name { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 4; }
.compared thead th .dim { display: block; font-size: 8pt; font-weight: 400; }
.compared .labels { width: 19%; }
.compared tbody th { padding-inline-start: 5pt; border-inline-start: 2pt solid transparent; font-size: 8.5pt; }
.compared tbody th .entry { display: block; color: #1b1f26; }
.compared tbody th .label { display: block; }
.compared .group th { padding-inline-start: 0; border-inline-start: 0; padding-top: 10pt; border-bottom: 0.75pt solid #c8cdd6; font-size: 9.5pt; font-weight: 650; color: #1b1f26; break-after: avoid; }
.compared .differs > th { border-inline-start-color: #517ae8; }
.compared .best { background: #eef6f0; }
.compared .score { flex-wrap: wrap; white-space: normal; gap: 2pt 5pt; }
.compared .track { width: 46pt; }
.mark { margin-inline-start: 4pt; font-size: 7.5pt; font-weight: 650; color: #17663a; white-space: nowrap; }
.legend { margin-top: 8pt; font-size: 8pt; color: #5a6270; }
.verdict { font-weight: 600; }
`;

/** Printed characters of one text: anything longer belongs in a file, not on paper. */
const LONGEST_TEXT = 20_000;

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
function trustedText(text: string): Html {
  return new Html(MADE_HERE, text);
}

function markupOf(insert: Insert): string {
  if (insert === null) return '';
  if (insert instanceof Html) return insert.markup;
  if (typeof insert === 'object') return insert.map(({ markup }) => markup).join('');
  const text = String(insert);
  if (text.length <= LONGEST_TEXT) return escaped(text);
  return `${escaped(text.slice(0, LONGEST_TEXT))}… (more inside; open it in the app)`;
}

function escaped(text: string): string {
  // Programs that read the file may stop at a zero byte.
  return escapeHtml(text.replaceAll('\0', '\uFFFD'));
}

export interface PrintableReport {
  /** A self-contained page: no scripts, no external resources. */
  readonly html: string;
  /** The footer of each page: HTML in which elements of the classes `pageNumber` and `totalPages` are filled in. */
  readonly footer: string;
  readonly landscape: boolean;
}

/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Characters before the extension: file systems allow 255 bytes in all, and a character may take four. */
const LONGEST = 56;

/** A file name that is valid on every system; keeps the extension. */
export function safeFileName(name: string): string {
  const [, words = name, ending = ''] = /^(.*)(\.[a-z\d]{1,8})$/is.exec(name) ?? [];
  const clean = words
    // Control characters, and text-direction marks, which can make `.exe` look like `.pdf`.
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const short =
    [...clean]
      .slice(0, LONGEST)
      .join('')
      .replace(/[. ]+$/, '') || 'Callboard';
  return `${DEVICES.test(short) ? '_' : ''}${short}${ending}`;
}
