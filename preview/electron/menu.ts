import { EventEmitter } from 'node:events';
import { strictClass } from '../unsupported.ts';

type ItemOptions = Electron.MenuItemConstructorOptions;

/** A menu item that is never shown; the app can read, change and click it. */
class PreviewMenuItem {
  id: string;
  label: string;
  type: string;
  role: string | undefined;
  accelerator: unknown;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  submenu: PreviewMenu | undefined;
  click: unknown;

  constructor(options: ItemOptions) {
    this.id = options.id ?? '';
    this.label = options.label ?? '';
    this.type = options.type ?? (options.submenu === undefined ? 'normal' : 'submenu');
    this.role = options.role;
    this.accelerator = options.accelerator;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = Array.isArray(options.submenu) ? buildFromTemplate(options.submenu) : undefined;
    this.click = options.click ?? (() => {});
  }
}

let applicationMenu: PreviewMenu | null = null;

/** A menu that is never shown, because the preview has no menu bar. */
export class PreviewMenu extends EventEmitter {
  readonly items: PreviewMenuItem[] = [];

  static buildFromTemplate(template: (ItemOptions | PreviewMenuItem)[]): PreviewMenu {
    return buildFromTemplate(template);
  }

  static setApplicationMenu(menu: PreviewMenu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): PreviewMenu | null {
    return applicationMenu;
  }

  append(item: PreviewMenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): PreviewMenuItem | null {
    const inside = this.items.flatMap((item) => item.submenu?.getMenuItemById(id) ?? []);
    return this.items.find((item) => item.id === id) ?? inside[0] ?? null;
  }

  popup(): void {}
  closePopup(): void {}
}

/** Electron's `MenuItem`. */
export const MenuItem = strictClass('MenuItem', PreviewMenuItem);

/** Electron's `Menu`. */
export const Menu = strictClass('Menu', PreviewMenu);

function buildFromTemplate(template: (ItemOptions | PreviewMenuItem)[]): PreviewMenu {
  const menu = new Menu();
  for (const item of template) {
    menu.append(item instanceof PreviewMenuItem ? item : new MenuItem(item));
  }
  return menu;
}
