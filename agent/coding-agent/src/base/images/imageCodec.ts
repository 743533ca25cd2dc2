import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as PhotonModule from "@silvia-odwyer/photon-node";
import type { Orientation, Pixels } from "./exifOrientation.ts";
import { turnUpright } from "./exifOrientation.ts";

type Photon = typeof PhotonModule;
type PhotonImage = InstanceType<Photon["PhotonImage"]>;

/** A decoded image. Every operation leaves it unchanged. */
export interface DecodedImage {
  /** Size as stored, before it is turned upright. */
  width: number;
  height: number;
  /** The image in another size, as PNG and JPEG encoders that run when called. */
  render: (width: number, height: number, orientation: Orientation) => RenderedImage;
}

export interface RenderedImage {
  png: () => Uint8Array;
  /** Transparent parts become white. `quality` from 1 to 100. */
  jpeg: (quality: number) => Uint8Array;
}

/**
 * Decodes an image and hands it to `work`; `undefined` when it cannot be decoded. Each call has a
 * decoder instance of its own: WebAssembly memory never shrinks, and a failed decode leaves an
 * instance in an undefined state.
 */
export function withDecodedImage<T>(bytes: Uint8Array, work: (image: DecodedImage) => T): T | undefined {
  const photon = loadPhoton();
  try {
    const decoded = photon.PhotonImage.new_from_byteslice(bytes);
    return work({
      width: decoded.get_width(),
      height: decoded.get_height(),
      render: (width, height, orientation) => render(photon, decoded, { width, height, orientation }),
    });
  } catch (error) {
    // A WebAssembly trap: what the decoder does on bytes that it cannot read or that it has no room for.
    if (error instanceof Error && error.name === "RuntimeError") return undefined;
    throw error;
  }
}

function render(
  photon: Photon,
  image: PhotonImage,
  { width, height, orientation }: { width: number; height: number; orientation: Orientation },
): RenderedImage {
  const isSameSize = width === image.get_width() && height === image.get_height();
  const scaled = isSameSize ? image : photon.resize(image, width, height, photon.SamplingFilter.CatmullRom);
  const upright = turnUpright({ rgba: scaled.get_raw_pixels(), width, height }, orientation);
  if (!isSameSize) scaled.free();
  const encode = (pixels: Pixels, encoder: (image: PhotonImage) => Uint8Array): Uint8Array => {
    const encodable = new photon.PhotonImage(pixels.rgba, pixels.width, pixels.height);
    const encoded = encoder(encodable);
    encodable.free();
    return encoded;
  };
  let flat: Pixels | undefined;
  return {
    png: () => encode(upright, (encodable) => encodable.get_bytes()),
    jpeg: (quality) => encode((flat ??= onWhite(upright)), (encodable) => encodable.get_bytes_jpeg(quality)),
  };
}

/** JPEG has no transparency; dropping it would show whatever colour hides below. */
function onWhite(pixels: Pixels): Pixels {
  const rgba = pixels.rgba.slice();
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = Math.round(((rgba[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
    }
    rgba[at + 3] = 255;
  }
  return { ...pixels, rgba };
}

/** A fresh instance of the decoder, which nothing but the caller keeps alive. */
function loadPhoton(): Photon {
  const load = createRequire(import.meta.url);
  const path = bundledPhoton() ?? load.resolve("@silvia-odwyer/photon-node");
  const photon = load(path) as Photon;
  delete load.cache[path];
  return photon;
}

/** The decoder beside a bundle, where no `node_modules` exists: in its folder or the one above. */
function bundledPhoton(): string | undefined {
  return ["./photon_rs.cjs", "../photon_rs.cjs"]
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(path));
}
