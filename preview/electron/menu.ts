import { EventEmitter } from 'node:events';
import { type EventsOf, type PartOf, standIn, standInClass } from './stand-in.ts';

type ItemOptions = Electron.MenuItemConstructorOptions;

/** A menu item that is never shown; the app can read, change and click it. */
class PreviewMenuItem implements PartOf<Electron.MenuItem> {
  id: string;
  label: string;
  type: Electron.MenuItem['type'];
  role?: NonNullable<Electron.MenuItem['role']>;
  accelerator: Electron.Accelerator | null;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  submenu?: Electron.Menu;
  /** What a click calls. It isn't the app's function, which gets the item first. */
  readonly click: (event: Electron.KeyboardEvent, window?: Electron.BaseWindow) => void;

  constructor(options: ItemOptions) {
    this.id = options.id ?? '';
    this.label = options.label ?? '';
    this.type = options.type ?? (options.submenu === undefined ? 'normal' : 'submenu');
    // Electron's types allow an item fewer roles than its options, and Electron copies them all.
    if (options.role !== undefined) this.role = options.role as NonNullable<Electron.MenuItem['role']>;
    this.accelerator = options.accelerator ?? null;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    if (Array.isArray(options.submenu)) this.submenu = buildFromTemplate(options.submenu);
    this.click = (event, window) => {
      // As in Electron's lib/browser/api/menu-item.ts.
      if (this.type === 'checkbox' || this.type === 'radio') this.checked = !this.checked;
      options.click?.(standIn<Electron.MenuItem>('MenuItem', this), window, event);
    };
  }
}

let applicationMenu: Electron.Menu | null = null;

/** A menu that is never shown, because the preview has no menu bar. */
class PreviewMenu extends EventEmitter<EventsOf<Electron.Menu>> implements PartOf<Electron.Menu> {
  readonly items: Electron.MenuItem[] = [];

  static buildFromTemplate(template: (ItemOptions | Electron.MenuItem)[]): Electron.Menu {
    return buildFromTemplate(template);
  }

  static setApplicationMenu(menu: Electron.Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Electron.Menu | null {
    return applicationMenu;
  }

  append(item: Electron.MenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): Electron.MenuItem | null {
    const inside = this.items.flatMap((item) => item.submenu?.getMenuItemById(id) ?? []);
    return this.items.find((item) => item.id === id) ?? inside[0] ?? null;
  }

  popup(): void {}
  closePopup(): void {}
}

/** Electron's `MenuItem`. */
export const MenuItem = standInClass<typeof Electron.MenuItem>('MenuItem', PreviewMenuItem);

/** Electron's `Menu`. */
export const Menu = standInClass<typeof Electron.Menu>('Menu', PreviewMenu);

function buildFromTemplate(template: (ItemOptions | Electron.MenuItem)[]): Electron.Menu {
  const menu = new Menu();
  for (const item of template) {
    menu.append(isMenuItem(item) ? item : new MenuItem(item));
  }
  return menu;
}

function isMenuItem(item: ItemOptions | Electron.MenuItem): item is Electron.MenuItem {
  return item instanceof MenuItem;
}
