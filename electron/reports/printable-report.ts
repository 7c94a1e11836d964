/** A report as it is to be printed. */
export interface PrintableReport {
  /** A whole page that needs nothing else: no script, nothing from elsewhere. */
  readonly html: string;
  /** The foot of each page: HTML in which elements of the classes `pageNumber` and `totalPages` are filled in. */
  readonly footer: string;
  readonly landscape: boolean;
}
