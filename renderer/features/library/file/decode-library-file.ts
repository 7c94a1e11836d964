import { fail, ok, type Result } from '../../../../shared/result.ts';

/** Many times the largest Library, bytes. */
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * The text of a chosen file: UTF-8, UTF-16 with a byte order mark, else Windows-1252, as spreadsheets save CSV.
 * Errors: `file_too_large`, `file_is_binary`, `file_unreadable`.
 */
export async function decodeLibraryFile(file: File): Promise<Result<string>> {
  if (file.size > MOST_BYTES) {
    return fail('file_too_large', 'This file is larger than any Library.', {
      nextStep: 'Choose a file that was exported from a Library.',
    });
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes) {
    return fail('file_unreadable', 'This file could not be read.', {
      nextStep: 'Check that it is still there and that you may open it, and choose it again.',
    });
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ok(new TextDecoder('utf-16le').decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ok(new TextDecoder('utf-16be').decode(bytes));
  if (bytes.includes(0)) {
    return fail('file_is_binary', 'This is not a text file.', {
      nextStep: 'Choose a JSON or CSV file that was exported from a Library.',
    });
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
