import { getCiphers, X509Certificate } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Checks } from '../checks.ts';

/** The parts of Electron's Node that differ from Node's own: versions, SQLite, BoringSSL, zlib. */
export async function checkNode(checks: Checks): Promise<void> {
  const area = 'Node';
  await checks.run(area, 'The versions are known', () => {
    const { electron, chrome, node, v8, openssl, sqlite, modules, zlib, zstd } = process.versions;
    const known = { electron, chrome, node, v8, openssl, sqlite, modules, zlib, zstd };
    return Object.entries(known)
      .map(([name, version]) => `${name} ${version || 'unknown'}`)
      .join('\n');
  });
  await checks.run(area, 'SQLite searches text (FTS5, trigram)', () => {
    using db = new DatabaseSync(':memory:');
    db.exec(`CREATE VIRTUAL TABLE found USING fts5 (words, tokenize = 'trigram');
      INSERT INTO found VALUES ('screening')`);
    const row = db.prepare(`SELECT count(*) AS count FROM found WHERE found MATCH 'reen'`).get();
    if (row?.['count'] !== 1) throw new Error(`A search found ${row?.['count']} of 1 rows.`);
    return db
      .prepare('PRAGMA compile_options')
      .all()
      .map((option) => String(option['compile_options']))
      .join(' ');
  });
  await checks.run(area, "The system's certificate authorities can be trusted", () => {
    const system = getCACertificates('system');
    const before = getCACertificates('default');
    setDefaultCACertificates([...new Set([...before, ...system])]);
    const [first = ''] = before;
    new X509Certificate(first);
    return `${before.length} of Node, ${system.length} of the system, together ${getCACertificates('default').length}`;
  });
  await checks.run(area, 'The ciphers and compressions that the app uses are there', () => {
    const text = zstdDecompressSync(zstdCompressSync(Buffer.from('zstd'))).toString();
    const missing = ['aes-256-gcm'].filter((name) => !getCiphers().includes(name));
    if (text !== 'zstd' || missing.length > 0) throw new Error(`Missing: ${missing.join(', ')} ${text}`);
    return `${getCiphers().length} ciphers, zstd; TypeScript: ${process.features.typescript || 'not supported'}`;
  });
}
