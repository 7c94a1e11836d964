import { type Html, html, trustedText } from './html.ts';
import type { PrintableReport } from './printable-report.ts';
import { REPORT_STYLE } from './report-style.ts';
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
