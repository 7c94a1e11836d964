import { fail, ok, type Result } from '../../../shared/result.ts';

/** Many times the size of the largest Library. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Decodes a file as UTF-8, UTF-16 with a byte order mark, or else Windows-1252, in which spreadsheets save CSV.
 * Errors: `larger_than_a_library`, `library_is_binary`, `file_unreadable`.
 */
export async function decodeLibraryFile(file: File): Promise<Result<string>> {
  if (file.size > MAX_BYTES) {
    return fail('larger_than_a_library');
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes) {
    return fail('file_unreadable');
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ok(new TextDecoder('utf-16le').decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ok(new TextDecoder('utf-16be').decode(bytes));
  if (bytes.includes(0)) {
    return fail('library_is_binary');
  }
  return ok(decoded(bytes));
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
