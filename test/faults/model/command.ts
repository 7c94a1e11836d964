import type { AsyncCommand } from 'fast-check';
import { brokenRules } from './invariants.ts';
import type { World } from './world.ts';

/** What a command may look at before it is run; fast-check wants it apart from the world that is run. */
export interface View {
  readonly world: World;
}

/** One thing that happens, under the name by which a counter-example shows it. */
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
