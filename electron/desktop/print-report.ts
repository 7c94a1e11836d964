import { app, BrowserWindow } from 'electron';
import { CodedError, fail } from '../../shared/result.ts';
import type { PrintableReport } from '../reports/printable-report.ts';
import { withReportPage } from './app-protocol.ts';

const MM_PER_INCH = 25.4;
const MARGINS = {
  top: 14 / MM_PER_INCH,
  bottom: 18 / MM_PER_INCH,
  left: 15 / MM_PER_INCH,
  right: 15 / MM_PER_INCH,
};

/** Countries that use Letter paper, not A4 (Unicode CLDR, paperSize). */
const LETTER_COUNTRIES = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/**
 * Prints a report to PDF in a hidden window without preload script, JavaScript or navigation (guards.ts covers it like
 * every window). Throws a CodedError `no_pdf`.
 */
export async function printReport({ html, footer, landscape }: PrintableReport): Promise<Uint8Array> {
  return withReportPage(html, async (address) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        javascript: false,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    try {
      await window.loadURL(address);
      return await window.webContents.printToPDF({
        pageSize: LETTER_COUNTRIES.has(app.getLocaleCountryCode()) ? 'Letter' : 'A4',
        landscape,
        margins: MARGINS,
        printBackground: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: footer,
        generateTaggedPDF: true,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CodedError(fail('no_pdf', { reason }), { cause: error });
    } finally {
      if (!window.isDestroyed()) window.destroy();
    }
  });
}
