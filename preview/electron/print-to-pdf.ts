import { type PrintParameters, printInBrowser } from '../printing-browser.ts';
import { PreviewUnsupportedError } from '../unsupported.ts';

/** Inches, as Electron's names mean them. */
const PAPER: Readonly<Record<string, readonly [width: number, height: number]>> = {
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
};

/** What `webContents.printToPDF` gives for the page at `address`, which a browser of this machine prints. */
export async function printToPdf(address: string, options: Electron.PrintToPDFOptions): Promise<Buffer> {
  return Buffer.from(await printInBrowser(address, parametersOf(options)));
}

/** Electron hands its options on to the DevTools protocol's `Page.printToPDF`, under other names. */
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
