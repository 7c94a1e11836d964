import type { EventEmitter } from 'node:events';
import { type InstanceRules, strict, strictClass } from '../unsupported.ts';

/**
 * The parameters of each overload of a function, as a union of tuples.
 *
 * `infer` sees the last overload only. `Seen` puts those that were found in front, where they hide themselves behind.
 */
type Overloads<Call, Seen = unknown, Found = never> = Seen & Call extends (
  ...args: infer Parameters
) => infer Result
  ? Seen extends Call
    ? Found
    : Overloads<Call, Pick<Call, keyof Call> & Seen & ((...args: Parameters) => Result), Found | Parameters>
  : Found;

/** A function in place of a method, because the compiler lets a method accept less than its type says. */
type Exactly<Member> = Member extends (...args: never) => unknown
  ? (...args: Overloads<Member>) => ReturnType<Member>
  : Member;

/** Some members of Electron's `Api`, each with exactly Electron's type. Its events are in {@link EventsOf}. */
export type PartOf<Api> = {
  [Name in keyof Api as Exclude<Name, 'prototype' | keyof EventEmitter>]?: Exactly<Api[Name]>;
};

/** Electron's native code passes an event to listeners, even where its types leave it out (`shutdown` of `powerMonitor`). */
type EventArguments<Arguments> = Arguments extends [] ? [] | [event: Electron.Event] : Arguments;

/** Each event of Electron's `Api` with the arguments of its listeners, for Node's `EventEmitter`. */
export type EventsOf<Api extends { on: unknown }> = {
  [Each in Overloads<Api['on']> as Each extends [event: infer Name extends string, listener: unknown]
    ? Name
    : never]: Each extends [event: string, listener: (...args: infer Arguments) => void]
    ? EventArguments<Arguments>
    : never;
};

/** Emits an event with Electron's arguments, which an emitter of Electron's own type does not check. */
export function emit<Emitter extends EventEmitter, Name extends string & keyof EventsOf<Emitter>>(
  emitter: Emitter,
  name: Name,
  ...args: EventsOf<Emitter>[Name] extends infer Arguments extends unknown[] ? Arguments : never
): boolean {
  return emitter.emit(name, ...args);
}

/** A class that makes some members of each instance, and has some of the static members of Electron's `Class`. */
type PartOfClass<Class extends new (...args: never[]) => unknown> = PartOf<Class> &
  (new (
    ...args: ConstructorParameters<Class>
  ) => PartOf<InstanceType<Class>> & object);

/** The object as Electron's `Api`. Members that it lacks throw on use, see {@link strict}. */
export function standIn<Api extends object>(path: string, part: PartOf<Api>): Api {
  // The compiler can't know that the members which the part lacks throw.
  return strict(path, part) as Api;
}

/** The class as Electron's `Class`. Members that it or its instances lack throw on use, see {@link strictClass}. */
export function standInClass<Class extends new (...args: never[]) => object>(
  path: string,
  part: PartOfClass<Class>,
  rules: InstanceRules<InstanceType<Class>> = {},
): Class {
  // As above. Instances reach the rules strict.
  return strictClass(path, part as unknown as Class, rules);
}
