import { type PrintParameters, printInBrowser } from '../printing-browser.ts';
import { PreviewUnsupportedError } from '../unsupported.ts';

/** Electron's paper sizes in inches. */
const PAPER: Readonly<Record<string, readonly [width: number, height: number]>> = {
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
};

/** `webContents.printToPDF` for the page at `address`, printed by a local Chromium. */
export async function printToPdf(address: string, options: Electron.PrintToPDFOptions): Promise<Buffer> {
  return Buffer.from(await printInBrowser(address, parametersOf(options)));
}

/** Maps Electron's options to those of the DevTools protocol's `Page.printToPDF`. */
function parametersOf(options: Electron.PrintToPDFOptions): PrintParameters {
  const { pageSize = 'Letter', margins = {}, generateTaggedPDF = false, ...same } = options;
  const { top, bottom, left, right } = margins;
  return {
    ...same,
    generateTaggedPDF,
    ...paperOf(pageSize),
    ...(top !== undefined && { marginTop: top }),
    ...(bottom !== undefined && { marginBottom: bottom }),
    ...(left !== undefined && { marginLeft: left }),
    ...(right !== undefined && { marginRight: right }),
  };
}

function paperOf(size: NonNullable<Electron.PrintToPDFOptions['pageSize']>) {
  if (typeof size !== 'string') return { paperWidth: size.width, paperHeight: size.height };
  const paper = PAPER[size];
  if (!paper) throw new PreviewUnsupportedError(`WebContents.printToPDF with pageSize ${size}`);
  return { paperWidth: paper[0], paperHeight: paper[1] };
}
