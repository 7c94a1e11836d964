import { z } from 'zod';

/** One of a table's codes with its values; null where the code tells all. */
export type Coded<Values> = {
  readonly [Code in keyof Values]: { readonly code: Code; readonly values: Values[Code] };
}[keyof Values];

/** The codes that tell all. */
export type Plain<Values> = {
  [Code in keyof Values]: Values[Code] extends null ? Code : never;
}[keyof Values];

/** What follows a code where one is made: its values, if it has any. */
export type Given<Values, Code extends keyof Values> = Values[Code] extends null
  ? []
  : [values: Values[Code]];

/** What a person reads for each code. */
export type WordsTable<Values, Words> = {
  readonly [Code in keyof Values]: Values[Code] extends null ? Words : (values: Values[Code]) => Words;
};

/** The values of a table that says by a schema what each code has. */
export type ValuesOf<Table extends Record<string, z.ZodType>> = {
  readonly [Code in keyof Table]: z.output<Table[Code]>;
};

/** One of a table's codes with its values, as it is stored. */
export function codedOf<Table extends Record<string, z.ZodType>>(table: Table) {
  return z.custom<Coded<ValuesOf<Table>>>((stored) => {
    const { code = '', values } = coded.safeParse(stored).data ?? {};
    return Object.hasOwn(table, code) && table[code]?.safeParse(values).success === true;
  });
}

const coded = z.object({ code: z.string(), values: z.unknown() });
