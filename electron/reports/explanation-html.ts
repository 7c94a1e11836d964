import { html, reportPage } from './report-page.ts';
import { type ReportSetting, ReportWords } from './report-words.ts';

const PIECE = 10_000;

/** An explanation, as a person has edited it, as a page to read or print. Nothing in it is cut. */
export function explanationHtml(text: string, setting: ReportSetting): string {
  const pieces = Array.from(
    { length: Math.ceil(text.length / PIECE) },
    (_, n) => html`${text.slice(n * PIECE, (n + 1) * PIECE)}`,
  );
  const body = html`<main><p class="text" dir="auto">${pieces}</p></main>`;
  const page = { title: 'Why was this decided?', kind: 'Explanation', body, landscape: false };
  return reportPage(page, setting, new ReportWords(setting)).html;
}
