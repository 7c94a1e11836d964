export interface PrintableReport {
  /** A self-contained page: no scripts, no external resources. */
  readonly html: string;
  /** The footer of each page: HTML in which elements of the classes `pageNumber` and `totalPages` are filled in. */
  readonly footer: string;
  readonly landscape: boolean;
}
