/** The first argument of Electron's events. */
export interface PreviewEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** A new event with additional fields. */
export function previewEvent<Fields extends object>(fields: Fields): PreviewEvent & Fields {
  return {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
