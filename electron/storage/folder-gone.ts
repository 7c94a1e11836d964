import { CodedError } from '../../shared/result.ts';

/** In the worker: what was written has no file that lasts. */
export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

/** The data folder was removed, and no new one could be written: nothing can be stored, so nothing is sent. */
export class DataFolderGoneError extends CodedError {
  constructor(options?: ErrorOptions) {
    super('data_folder_gone', options);
  }
}
