/** What Callboard uses of Papa Parse 5 (https://www.papaparse.com/docs); the package brings no types. */
declare module 'papaparse' {
  interface ParseOptions {
    readonly delimiter?: string;
    readonly delimitersToGuess?: readonly string[];
    readonly newline?: '\n' | '\r\n';
    /** Stops after so many rows; 0 reads all. */
    readonly preview?: number;
  }

  interface ParseProblem {
    readonly type: 'Quotes' | 'Delimiter' | 'FieldMismatch';
    readonly code: string;
    /** Index into `data`; absent where the problem is not one row's. */
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
