import { FailureError, fail } from '../../shared/result.ts';

/** In the worker: what was written has no file that lasts. */
export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

/** The data folder was removed, and no new one could be written: nothing can be stored, so nothing is sent. */
export class DataFolderGoneError extends FailureError {
  constructor(options?: ErrorOptions) {
    super(
      fail('data_folder_gone', "Callboard's data folder was removed while it was running.", {
        nextStep:
          'Nothing was stored or sent. Make sure that the folder can be made again, and try once more. Do not quit Callboard before.',
      }),
      options,
    );
  }
}
