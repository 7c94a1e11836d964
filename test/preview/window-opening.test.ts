import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../poll.ts';
import { expectMode } from '../posix.ts';
import { previewArguments, RunningPreview, temporaryFolder } from './running-preview.ts';

/** Opens a preview on `userData` with a stand-in for xdg-open; resolves with what the browser would get. */
async function openPreview(userData: string, bin: string) {
  const told = join(bin, 'told');
  const script = `#!/bin/sh\nprintf '%s' "$*" > ${told}.part && mv ${told}.part ${told}\n`;
  writeFileSync(join(bin, 'xdg-open'), script, { mode: 0o755 });
  const args = previewArguments(userData).filter((argument) => argument !== '--no-open');
  const preview = new RunningPreview(process.execPath, args, { PATH: `${bin}:${process.env['PATH']}` });
  const address = await preview.address();
  await until('the browser to be opened', () => existsSync(told));
  return { preview, address, argument: readFileSync(told, 'utf8') };
}

test.runIf(process.platform === 'linux')(
  "the browser's command line has a private file in place of the token, which shows the notice once and is removed",
  { meta: { needs: 'xdg-open' } },
  async () => {
    using data = temporaryFolder();
    using first = temporaryFolder();
    using second = temporaryFolder();
    const token = (address: string) => new URL(address).pathname.split('/')[1] ?? 'none';
    const notice = 'The preview is for trying Callboard';
    {
      const { preview, address, argument } = await openPreview(data.path, first.path);
      expect(argument).not.toContain(token(address));
      expectMode(argument, 0o600);
      expect(readFileSync(argument, 'utf8')).toContain(notice);
      expect(readFileSync(argument, 'utf8')).toContain(`<a href="${address}">Open the preview</a>`);
      expect(await preview.line(notice)).toContain('extensions');
      expect(await preview.quit()).toBe(0);
      expect(statSync(argument, { throwIfNoEntry: false })).toBeUndefined();
    }
    const { preview, address, argument } = await openPreview(data.path, second.path);
    const page = readFileSync(argument, 'utf8');
    expect(page).toContain(`<meta http-equiv="refresh" content="0; url=${address}">`);
    expect(page).not.toContain(notice);
    expect(await preview.quit()).toBe(0);
    expect(preview.lines.filter((line) => line.startsWith(notice))).toEqual([]);
  },
);
