import { z } from 'zod';

/** Tagged union of a table's codes, each with its values; `values` is null for a code without any. */
export type Coded<Values> = {
  readonly [Code in keyof Values]: { readonly code: Code; readonly values: Values[Code] };
}[keyof Values];

export type Plain<Values> = {
  [Code in keyof Values]: Values[Code] extends null ? Code : never;
}[keyof Values];

/** The arguments after a code in a constructor function: its values, if it has any. */
export type CodeArguments<Values, Code extends keyof Values> = Values[Code] extends null
  ? []
  : [values: Values[Code]];

/** The words on screen for each code; what needs no values is the same for all. */
export type WordsTable<Values, Words> = {
  readonly [Code in keyof Values]: Values[Code] extends null
    ? Words
    : Words | ((values: Values[Code]) => Words);
};

/** The value types of a table that maps codes to schemas. */
export type ValuesOf<Table extends Record<string, z.ZodType>> = {
  readonly [Code in keyof Table]: z.output<Table[Code]>;
};

/** A schema for a stored code and its values. */
export function codedOf<Table extends Record<string, z.ZodType>>(table: Table) {
  return z.custom<Coded<ValuesOf<Table>>>((stored) => {
    const { code = '', values } = coded.safeParse(stored).data ?? {};
    return Object.hasOwn(table, code) && table[code]?.safeParse(values).success === true;
  });
}

const coded = z.object({ code: z.string(), values: z.unknown() });
