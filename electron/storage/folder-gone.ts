import { CodedError } from '../../shared/result.ts';

/** In the worker: the database's file is gone, and no new one can be written. */
export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

/** The data folder was removed and can't be written again. Nothing can be stored, so nothing may be sent. */
export class DataFolderGoneError extends CodedError {
  constructor(options?: ErrorOptions) {
    super('data_folder_gone', options);
  }
}
