/** The parts of Papa Parse 5 (https://www.papaparse.com/docs) that Callboard uses; the package has no types. */
declare module 'papaparse' {
  interface ParseOptions {
    readonly delimiter?: string;
    readonly delimitersToGuess?: readonly string[];
    readonly newline?: '\n' | '\r\n';
    /** The number of rows to read; 0 reads all. */
    readonly preview?: number;
    readonly skipEmptyLines?: boolean;
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
    readonly meta: {
      readonly delimiter: string;
      /** Where the last row of `data` ends. */
      readonly cursor: number;
    };
  }

  const Papa: {
    parse(text: string, options?: ParseOptions): ParseAnswer;
    /** What Papa Parse's own streams are made of; it doesn't guess the delimiter. */
    Parser: new (
      options: ParseOptions,
    ) => {
      /** `ignoreLastRow`: the text goes on, so its last row is not in `data`. */
      parse(text: string, baseIndex: number, ignoreLastRow: boolean): ParseAnswer;
    };
  };
  export default Papa;
}
