import { fail, type Result } from '../../../shared/result.ts';
import { checkSize } from './decode-text.ts';
import { type ImportSource, sourceFromBytes } from './import-source.ts';

/**
 * Reads what was chosen or dropped. Errors: `several_files`, `file_unreadable`, and those of `sourceFromBytes`.
 */
export async function readFile(files: readonly File[]): Promise<Result<ImportSource>> {
  const [file, another] = files;
  if (!file || another) {
    return fail('several_files', 'Choose one file at a time.', {
      nextStep: 'Queue the first one, then start over with the next.',
    });
  }
  const size = checkSize(file.size);
  if (!size.ok) return size;
  try {
    return sourceFromBytes(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch {
    return fail('file_unreadable', 'This file could not be read.', {
      nextStep:
        'Check that it is still there, that it is a file and that you may open it, and choose it again.',
    });
  }
}
