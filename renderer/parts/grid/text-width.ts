/** Letters beyond ASCII up to here (European ones) are no wider than the widest of ASCII. */
const EUROPEAN = 0x530;
/** Wider than any letter of the other scripts is for each of its UTF-16 units, in font sizes. */
const WIDE = 1.3;

/** Reckons how wide texts are in a font: never less than they are. */
export class TextWidth {
  private readonly widths: Float64Array;
  private readonly european: number;
  private readonly other: number;

  /** `font` as in CSS, with a weight no lighter than any that is used. */
  constructor(font: string, size: number) {
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas) canvas.font = font;
    this.widths = Float64Array.from({ length: 128 }, (_, code) =>
      canvas ? canvas.measureText(String.fromCharCode(code)).width : size * WIDE,
    );
    this.european = Math.max(...this.widths);
    this.other = size * WIDE;
  }

  /** As wide as this text is at most, px. */
  of(text: string): number {
    let width = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      width += this.widths[code] ?? (code < EUROPEAN ? this.european : this.other);
    }
    return width;
  }
}
