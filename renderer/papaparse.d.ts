/** The parts of Papa Parse 5 (https://www.papaparse.com/docs) that Callboard uses; the package has no types. */
declare module 'papaparse' {
  interface ParseOptions {
    readonly delimiter?: string;
    readonly delimitersToGuess?: readonly string[];
    readonly newline?: '\n' | '\r\n';
    /** The number of rows to read; 0 reads all. */
    readonly preview?: number;
  }

  interface ParseProblem {
    readonly type: 'Quotes' | 'Delimiter' | 'FieldMismatch';
    readonly code: string;
    /** Index into `data`; absent if the problem is not about one row. */
    readonly row?: number;
  }

  interface ParseAnswer {
    readonly data: readonly (readonly string[])[];
    readonly errors: readonly ParseProblem[];
  }

  const Papa: {
    parse(text: string, options?: ParseOptions): ParseAnswer;
  };
  export default Papa;
}
