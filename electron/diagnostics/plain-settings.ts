import { type Settings, settings } from '../../shared/settings.ts';

/** A part of zod's schemas that is looked at here. */
interface SchemaPart {
  readonly def: { readonly type: string; readonly innerType?: unknown };
}

/**
 * The settings that a support person may see: switches, numbers and words to choose from. What a person typed, such as
 * an address or a file's place, has no closed list and is left out, whatever the setting is called.
 */
export function plainSettings(values: Settings): readonly (readonly [string, string])[] {
  const schemas: Readonly<Record<string, unknown>> = settings.shape;
  return Object.entries(values)
    .filter(([name, value]) => isPlain(schemas[name], value))
    .map(([name, value]) => [name, String(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function isPlain(schema: unknown, value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && isChoice(schema);
}

function isChoice(schema: unknown): boolean {
  if (!isSchema(schema)) return false;
  return schema.def.type === 'enum' || isChoice(schema.def.innerType);
}

function isSchema(value: unknown): value is SchemaPart {
  return typeof value === 'object' && value !== null && 'def' in value;
}
