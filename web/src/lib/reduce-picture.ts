/** The most pixels on a side of a reduced picture; of a tall one the width counts, and the area that this squared is. */
const LARGEST_SIDE = 4096

/** What the server reads as it is; the browser may know more, such as HEIC. */
const READ_BY_SERVER = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
/** Sent as they are: an SVG is drawn by the server, and of a GIF it says that one picture is kept. */
const UNTOUCHED = ['image/svg+xml', 'image/gif']
const MAY_BE_CLEAR = ['image/png', 'image/webp', 'image/avif']

/**
 * The picture with at most `largest` pixels across, as JPEG, or WebP where it may be clear in places; upright and without the
 * place where it was taken. A file that the browser cannot read, or that is small enough, is answered unchanged.
 */
export async function reducePicture(file: File, largest = LARGEST_SIDE): Promise<File> {
  if (UNTOUCHED.includes(file.type)) return file
  const picture = await globalThis.createImageBitmap?.(file).catch(() => undefined)
  if (!picture) return file
  try {
    const share = shareOf(picture, largest)
    if (share === 1 && READ_BY_SERVER.includes(file.type)) return file
    const type = MAY_BE_CLEAR.includes(file.type) ? 'image/webp' : 'image/jpeg'
    const blob = await draw(picture, share, type)
    return blob ? new File([blob], withEnding(file.name, blob.type), { type: blob.type }) : file
  } finally {
    picture.close()
  }
}

/** By how much both sides are multiplied; 1 for a picture that is small enough. */
const shareOf = ({ width, height }: { width: number; height: number }, largest: number): number =>
  Math.min(1, largest / width, largest / Math.sqrt(width * height))

function draw(picture: ImageBitmap, share: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(picture.width * share))
  canvas.height = Math.max(1, Math.floor(picture.height * share))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(resolve, type, 0.9))
}

/** The browser may answer another type than the one asked for. */
const withEnding = (name: string, type: string) =>
  `${name.replace(/\.[^.]*$/, '')}.${type.replace('image/', '').replace('jpeg', 'jpg')}`
