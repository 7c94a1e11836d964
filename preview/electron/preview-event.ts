/** The first argument of Electron's events: can be prevented, and carries what the event has besides. */
export interface PreviewEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** A fresh event with the given further fields. */
export function previewEvent<Fields extends object>(fields: Fields): PreviewEvent & Fields {
  return {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
