import { type FieldsOf, LOG_EVENTS, type LogEventName } from './log-events.ts';
import { type Kind, textOf } from './log-kinds.ts';
import type { ErrorFacts } from './reduce-error.ts';

/** One line of the log. Only {@link LogRecord.of} creates records, so their content has passed the allow-list. */
export class LogRecord {
  readonly level: 'error' | 'warn' | 'info';
  /** The event and its fields as `name=value`; neither contains spaces or line breaks. */
  readonly text: string;

  private constructor(level: LogRecord['level'], text: string) {
    this.level = level;
    this.text = text;
  }

  /** `hash` replaces ids; `error` belongs to the event `trouble`. */
  static of<Name extends LogEventName>(
    name: Name,
    fields: FieldsOf<Name>,
    hash: (id: string) => string,
    error?: ErrorFacts,
  ): LogRecord {
    const shape = LOG_EVENTS[name];
    const kinds: Readonly<Record<string, Kind>> = shape.fields;
    const given: Readonly<Record<string, unknown>> = fields;
    const parts = Object.entries(kinds)
      .filter(([field]) => given[field] !== undefined)
      .map(([field, kind]) => `${field}=${textOf(kind, given[field], hash).replaceAll(' ', '_')}`);
    if (error) parts.push(...errorParts(error));
    return new LogRecord(shape.level, [name, ...parts].join(' '));
  }

  /** The line with its time (UTC ms). */
  lineAt(now: number): string {
    return `${new Date(now).toISOString()} ${this.level.padEnd(5)} ${this.text}`;
  }
}

function errorParts(error: ErrorFacts): string[] {
  return [
    `error=${summaryOf(error)}`,
    ...(error.places.length > 0 ? [`at=${error.places.join(',')}`] : []),
    ...error.causes.flatMap((cause) => errorParts(cause).map((part) => `cause.${part}`)),
  ];
}

/** `TypeError`, `Error(ENOSPC)`, `Error(ERR_SQLITE_ERROR,sqlite:5,database_locked)`. */
function summaryOf({ name, code, sqlite, http, meaning }: ErrorFacts): string {
  const more = [
    code,
    sqlite === undefined ? undefined : `sqlite:${sqlite}`,
    http === undefined ? undefined : `http:${http}`,
    meaning,
  ].filter((part) => part !== undefined);
  return more.length === 0 ? name : `${name}(${more.join(',')})`;
}
