import type { AsyncCommand } from 'fast-check';
import { brokenRules } from './invariants.ts';
import type { World } from './world.ts';

/** What a command may check before it runs; fast-check wants this apart from the world itself. */
export interface View {
  readonly world: World;
}

/** One event, with the name that counter-examples show. */
export class Command implements AsyncCommand<View, World> {
  private readonly name: string;
  private readonly possible: (world: World) => boolean;
  private readonly happen: (world: World) => Promise<void> | void;

  constructor(
    name: string,
    possible: (world: World) => boolean,
    happen: (world: World) => Promise<void> | void,
  ) {
    this.name = name;
    this.possible = possible;
    this.happen = happen;
  }

  check({ world }: Readonly<View>): boolean {
    return this.possible(world);
  }

  async run(_view: View, world: World): Promise<void> {
    world.commands += 1;
    await this.happen(world);
    world.wakeAll();
    await world.settle();
    const broken = await brokenRules(world);
    if (broken.length > 0) throw new Error(`${this.name}: ${broken.join('; ')}`);
  }

  toString(): string {
    return this.name;
  }
}
