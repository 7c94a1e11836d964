/**
 * `node scripts/unsigned-notice.ts dist`: prints what the text of a release says about installers that are not signed, and
 * nothing if all are. The packaging steps of the workflow leave a file `unsigned-mac` or `unsigned-win` beside those.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NOTICES: Readonly<Record<string, string>> = {
  mac: "**The files for macOS are not signed.** macOS refuses to open the app until you allow it in System Settings > Privacy & Security. It can't update itself.",
  win: '**The files for Windows are not signed.** Windows warns of an unknown publisher: choose *More info*, then *Run anyway*. This version is not offered as an update.',
};

/** The notice for the files in a folder; empty if there is nothing to say. */
export function unsignedNotice(dist: string): string {
  const notices = Object.entries(NOTICES).filter(([system]) => existsSync(join(dist, `unsigned-${system}`)));
  if (notices.length === 0) return '';
  const check = 'Compare the file that you download with `SHA256SUMS`.';
  return [...notices.map(([, notice]) => notice), check].map((line) => `> ${line}\n`).join('>\n');
}

if (import.meta.main) process.stdout.write(unsignedNotice(process.argv[2] ?? 'dist'));
