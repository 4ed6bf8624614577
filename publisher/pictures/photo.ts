/** `top`: the share, from 0 to 1, of a picture's excess height that is cropped at the top. */
export type Shape = { width: number; height: number; top: number };

export const SHAPES = {
  // Faces are closer to the top.
  portrait: { width: 640, height: 800, top: 0.3 },
  case: { width: 1200, height: 800, top: 0.5 },
} satisfies Record<string, Shape>;

/** Its message says what an owner's picture must be instead. */
export class PhotoError extends Error {
  override name = 'PhotoError';
}

/**
 * Crops a picture to a shape, `width` pixels wide.
 * @throws PhotoError when the picture cannot be read or is smaller than the shape.
 */
export async function drawPhoto(
  file: Buffer,
  shape: Shape,
  width: number,
  format: 'avif' | 'webp',
): Promise<Buffer> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(file).catch(() => null);
  if (image === null) throw new PhotoError('a picture that can be opened');
  if (image.width < shape.width || image.height < shape.height)
    throw new PhotoError(
      `a picture of at least ${shape.width} × ${shape.height} pixels; this one has ${image.width} × ${image.height}`,
    );
  const height = (width * shape.height) / shape.width;
  const scale = Math.max(width / image.width, height / image.height);
  const [wide, high] = [image.width * scale, image.height * scale];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (width - wide) / 2, (height - high) * shape.top, wide, high);
  return format === 'avif' ? canvas.encode('avif', { quality: 60, speed: 6 }) : canvas.encode('webp', 82);
}
