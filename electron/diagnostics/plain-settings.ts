import { type Settings, settings } from '../../shared/settings.ts';

/** The part of a zod schema that is used here. */
interface SchemaPart {
  readonly def: { readonly type: string; readonly innerType?: unknown };
}

/**
 * The settings a support team may see: booleans, numbers and enums. Free text such as an address or a path is left out,
 * whatever the setting's name.
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
