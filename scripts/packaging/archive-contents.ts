/** Checks the contents of app.asar. */
import { homedir } from 'node:os';
import { sep } from 'node:path';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { z } from 'zod';

/** The build environment, which the app must not reveal. */
export interface BuildEnvironment {
  /** Absolute path of the sources. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const NEEDED = [
  '/package.json',
  '/out/main/main.js',
  '/out/main/storage-worker.js',
  '/out/main/backup-worker.js',
  '/out/main/check-worker.js',
  '/out/main/icons/app.png',
  '/out/main/icons/trayTemplate.png',
  '/out/preload/preload.cjs',
  '/out/renderer/index.html',
  '/team/schema.sql',
];

/** Every file must match one of these. */
const ALLOWED = [
  /^\/package\.json$/,
  /^\/out\/main\/[\w-]+\.js$/,
  /^\/out\/main\/icons\/(?:app|tray[\w-]*(?:@[\d.]+x)?)\.png$/,
  /^\/team\/schema\.sql$/,
  /^\/out\/preload\/preload\.cjs$/,
  /^\/out\/renderer\/index\.html$/,
  /^\/out\/renderer\/assets\/[\w.-]+\.(js|css|svg|png|woff2)$/,
];

/** The fields of package.json that the app and Electron need at run time; electron-builder leaves the last one, only names, in. */
const MANIFEST_KEYS = [
  'name',
  'productName',
  'version',
  'description',
  'license',
  'author',
  'homepage',
  'private',
  'type',
  'main',
  'desktopName',
  'engines',
  'optionalDependencies',
];

/** The bundler marks each source with a comment; none may be from these folders. */
const FOREIGN_SOURCE = /^\s*\/\/(?:#region)? (?:\.\.\/)*(?:preview|test|scripts)\/\S+\.[cm]?tsx?$/m;
/** Names of maps may stay, as the maps themselves are left out. */
const INLINE_SOURCE_MAP = /^\/\/# sourceMappingURL=data:/m;
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/, 'a private key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS key'],
  [/\bgh[pousr]_[A-Za-z0-9]{36}\b/, 'a GitHub token'],
  [/\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/, 'an npm token'],
  [/\bxox[abprs]-[A-Za-z0-9-]{20}/, 'a Slack token'],
];

/** In bytes; a larger archive contains something unexpected. */
const MAX_ARCHIVE_BYTES = 24 * 1024 * 1024;

/** A header entry: a file, or a folder of them. */
const entry = z.object({
  size: z.number().optional(),
  unpacked: z.boolean().optional(),
  integrity: z.object({ algorithm: z.literal('SHA256'), hash: z.string().length(64) }).optional(),
});

/** All problems in an archive, as sentences; empty if there are none. */
export function archiveProblems(archive: string, place: BuildEnvironment): string[] {
  const files = archiveFiles(archive);
  const paths = [...files.keys()];
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    ...NEEDED.filter((path) => !files.has(path)).map((path) => `${path} is missing.`),
    ...paths
      .filter((path) => !ALLOWED.some((allowed) => allowed.test(path)))
      .map((path) => `${path} does not belong in the package.`),
    ...(size > MAX_ARCHIVE_BYTES ? [`The files are ${size} bytes: more than ${MAX_ARCHIVE_BYTES}.`] : []),
    ...headerProblems(archive),
    ...manifestProblems(files.get('/package.json')),
    ...[...files].flatMap(([path, content]) => contentProblems(path, content, place)),
  ];
}

/** The files of an archive by path, with a leading slash. */
export function archiveFiles(archive: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const listed of listPackage(archive, { isPack: false })) {
    const path = listed.replaceAll('\\', '/');
    const inside = headerEntry(archive, path);
    // It wants the system's own separators (asar's filesystem.js).
    const own = path.slice(1).replaceAll('/', sep);
    if (inside?.size !== undefined && !inside.unpacked) files.set(path, extractFile(archive, own));
  }
  return files;
}

/** Finds unpacked files and files without a hash, which the integrity check doesn't cover. */
function headerProblems(archive: string): string[] {
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/');
    const inside = headerEntry(archive, path);
    if (inside?.unpacked) return [`${path} is outside the archive, where nothing checks it.`];
    const isFile = inside?.size !== undefined;
    return isFile && !inside.integrity ? [`${path} has no hash in the archive.`] : [];
  });
}

function headerEntry(archive: string, path: string): z.output<typeof entry> | undefined {
  const { header } = getRawHeader(archive);
  const inside = path
    .split('/')
    .slice(1)
    .reduce<unknown>((folder, name) => {
      const files: unknown =
        typeof folder === 'object' && folder !== null ? Reflect.get(folder, 'files') : undefined;
      return typeof files === 'object' && files !== null ? Reflect.get(files, name) : undefined;
    }, header);
  return entry.safeParse(inside).data;
}

function manifestProblems(content: Buffer | undefined): string[] {
  if (!content) return [];
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(content.toString('utf8')));
  const superfluous = Object.keys(manifest).filter((key) => !MANIFEST_KEYS.includes(key));
  return [
    ...superfluous.map((key) => `package.json has "${key}", which is needed only for building.`),
    ...(manifest['desktopName'] === 'app.callboard.desktop' ? [] : ['package.json has no desktopName.']),
  ];
}

function contentProblems(path: string, content: Buffer, { root, env }: BuildEnvironment): string[] {
  const text = content.toString('latin1');
  const has = (word: string): boolean => content.includes(word);
  return [
    ...(INLINE_SOURCE_MAP.test(text) ? [`${path} contains a source map.`] : []),
    ...(FOREIGN_SOURCE.test(text) ? [`${path} contains a source of the tests or the preview.`] : []),
    ...placesOf(root)
      .filter(has)
      .map((place) => `${path} reveals where it was built (${place}).`),
    ...SECRETS.filter(([pattern]) => pattern.test(text)).map(([, secret]) => `${path} contains ${secret}.`),
    ...secretNames(env)
      .filter((name) => has(env[name] ?? ''))
      .map((name) => `${path} contains the value of the build machine's ${name}.`),
  ];
}

/** Spellings of the build paths in a file: plain, or with escaped backslashes. */
function placesOf(root: string): string[] {
  const home = homedir();
  // Skip a home such as /root, which is a common word.
  const places = [root, ...(home.split(/[\\/]/).length > 2 ? [home] : [])];
  return [...new Set(places.flatMap((place) => [place, place.replaceAll('\\', '\\\\')]))];
}

/** Names of variables that probably hold secrets, by name and length. */
function secretNames(env: BuildEnvironment['env']): string[] {
  return Object.keys(env).filter(
    (name) =>
      /TOKEN|SECRET|PASSWORD|PASSPHRASE|PRIVATE|API_?KEY|CSC_LINK/i.test(name) &&
      (env[name]?.length ?? 0) >= 12,
  );
}
