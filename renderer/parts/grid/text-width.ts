/** Letters beyond ASCII up to here (European ones) are no wider than the widest of ASCII. */
const EUROPEAN = 0x530;
/** Wider than any letter of the other scripts is for each of its UTF-16 units, in font sizes. */
const WIDE = 1.3;
/** Letters side by side may stand a little further apart than each by itself, by this share of their widths. */
const KERNING = 1.02;

/** Reckons how wide texts of one look are with what stands around them: never less than they are. */
export class TextWidth {
  /** Padding, borders, margins, or the size of a sign without words, px. */
  readonly around: number;
  /** Between texts side by side in a cell of this look, px. */
  readonly gap: number;
  private readonly widths: Float64Array;
  private readonly european: number;
  private readonly other: number;
  private readonly most: number;

  /** `look` is the CSS classes of a text in `parent`. */
  constructor(parent: Element, look: string) {
    const probe = document.createElement('span');
    probe.className = look;
    probe.style.display = 'inline-block';
    parent.append(probe);
    const style = getComputedStyle(probe);
    const px = (value: string) => Number.parseFloat(value) || 0;
    this.around = probe.getBoundingClientRect().width + px(style.marginLeft) + px(style.marginRight);
    this.gap = px(style.columnGap);
    this.most = style.maxWidth.endsWith('px') ? px(style.maxWidth) : Number.POSITIVE_INFINITY;
    const size = px(style.fontSize);
    const apart = px(style.letterSpacing);
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas) canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    probe.remove();
    const widthOf = (code: number) =>
      (canvas ? canvas.measureText(String.fromCharCode(code)).width : size * WIDE) * KERNING + apart;
    this.widths = Float64Array.from({ length: 128 }, (_, code) => widthOf(code));
    // Digits that stand under each other are all as wide as the widest.
    this.widths.fill(Math.max(...this.widths.subarray(0x30, 0x3a)), 0x30, 0x3a);
    this.european = Math.max(...this.widths);
    this.other = size * WIDE + apart;
  }

  /** As wide as this text is at most, px; without end where its look cuts it. */
  of(text: string): number {
    let width = this.around;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      width += this.widths[code] ?? (code < EUROPEAN ? this.european : this.other);
    }
    return width > this.most ? Number.POSITIVE_INFINITY : width;
  }
}
