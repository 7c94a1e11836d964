import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromiumLaunchOptions } from '../e2e/driver/chromium.ts';
import { PageConnection } from './page-connection.ts';
import { startPreview, temporaryFolder } from './running-preview.ts';

const { executablePath: chromium } = chromiumLaunchOptions();

test.runIf(chromium)(
  'prints a hidden window to a PDF, without running its scripts or showing it',
  { meta: { needs: 'Chromium' } },
  async () => {
    using folder = temporaryFolder();
    await using preview = startPreview(folder.path, [], { CALLBOARD_CHROMIUM: chromium ?? '' });
    using page = await PageConnection.open(await preview.address());
    const pdf = await page.invoke('printHidden');
    if (!(pdf instanceof Uint8Array)) throw new Error('No bytes came.');
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Type ?\/Page\b/g),
    ).toHaveLength(1);
    const text = textOf(pdf, folder.path);
    if (text !== undefined) {
      expect(text).toContain('Printed Ωmega');
      expect(text).toContain('Page 1');
      expect(text).not.toContain('a script ran');
    }
    expect(preview.lines.filter((line) => line.startsWith('Another window'))).toEqual([]);
    expect(await page.invoke('openAnother')).toBe(2);
  },
);

test('says what is missing if there is no Chromium', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path, [], { CALLBOARD_CHROMIUM: join(folder.path, 'none') });
  using page = await PageConnection.open(await preview.address());
  await expect(page.invoke('printHidden')).rejects.toThrow('The preview needs Chromium to create PDFs.');
});

/** The text of a PDF; undefined on a machine without pdftotext. */
function textOf(pdf: Uint8Array, folder: string): string | undefined {
  const file = join(folder, 'printed.pdf');
  writeFileSync(file, pdf);
  const { status, stdout } = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}
