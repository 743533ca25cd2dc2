/** How the stored pixels have to be turned to stand upright; 1 means not at all (EXIF tag 0x0112). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;

/** Orientation in a TIFF block as EXIF stores it; 1 when it names none. */
export function readOrientation(tiff: Buffer): Orientation {
  if (tiff.length < 8) return 1;
  const order = tiff.toString("latin1", 0, 2);
  if (order !== "II" && order !== "MM") return 1;
  const short = (at: number): number => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === "II" ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  for (let index = 0; index < short(directory); index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (short(entry) === orientationTag) return toOrientation(short(entry + 8));
  }
  return 1;
}

function toOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

/** True when standing upright exchanges width and height. */
export function swapsSides(orientation: Orientation): boolean {
  return orientation >= 5;
}

export interface Pixels {
  /** Four bytes per pixel, row by row. */
  rgba: Uint8Array;
  width: number;
  height: number;
}

/** The pixels turned upright. */
export function turnUpright({ rgba, width, height }: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return { rgba, width, height };
  const [outWidth, outHeight] = swapsSides(orientation) ? [height, width] : [width, height];
  const from = new Uint32Array(rgba.buffer.slice(rgba.byteOffset, rgba.byteOffset + rgba.byteLength));
  const to = new Uint32Array(from.length);
  const mirrorsX = [2, 3, 7, 8].includes(orientation);
  const mirrorsY = [3, 4, 6, 7].includes(orientation);
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      const [column, row] = swapsSides(orientation) ? [y, x] : [x, y];
      const sourceX = mirrorsX ? width - 1 - column : column;
      const sourceY = mirrorsY ? height - 1 - row : row;
      // Both indexes stay inside the image.
      to[y * outWidth + x] = from[sourceY * width + sourceX] ?? 0;
    }
  }
  return { rgba: new Uint8Array(to.buffer), width: outWidth, height: outHeight };
}
