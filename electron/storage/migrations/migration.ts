/** One step of the schema's history. Numbers rise by one; a released migration never changes again. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}
