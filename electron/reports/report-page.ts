import { type Html, html, ownText } from './html.ts';
import type { PrintableReport } from './printable-report.ts';
import { REPORT_STYLE } from './report-style.ts';
import type { ReportSetting, ReportWords } from './report-words.ts';

interface ReportPage {
  readonly title: string;
  /** Above the heading, small. */
  readonly kind: string;
  readonly body: Html;
  readonly landscape: boolean;
}

/** Says it a second time in the page, for whoever opens it outside of the app: no script, nothing from elsewhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The foot is a page of its own, which the report's style does not reach. */
const FOOT =
  'display:flex;justify-content:space-between;gap:8mm;width:100%;padding:0 15mm;font:7.5pt system-ui,sans-serif;color:#5a6270';
const CUT = 'min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap';

/** A report as a whole page, with its foot: title, time and page number. */
export function reportPage(page: ReportPage, setting: ReportSetting, words: ReportWords): PrintableReport {
  const made = words.moment(setting.now);
  return {
    html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${page.title}</title>
<style>${ownText(REPORT_STYLE)}</style>
</head>
<body>
<div class="source"><span>Callboard · ${page.kind}</span><span dir="auto">${setting.workspaceName}</span></div>
${page.body}
</body>
</html>
`.markup,
    footer:
      html`<div style="${FOOT}"><bdi style="${CUT}">${page.title}</bdi><span style="white-space:nowrap">${made} · Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>`
        .markup,
    landscape: page.landscape,
  };
}
