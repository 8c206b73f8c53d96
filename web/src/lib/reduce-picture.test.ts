import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reducePicture } from './reduce-picture.ts'

const drawImage = vi.fn()

/** A browser that reads every picture but those without a size, and writes what it is asked for. */
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    const [width, height] = file.name.match(/\d+/g)?.map(Number) ?? []
    if (!width || !height) throw new DOMException('The source image could not be decoded.', 'InvalidStateError')
    return { width, height, close() {} }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type = '') =>
    take(new Blob(['x'], { type })),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  drawImage.mockReset()
})

const file = (name: string, type: string) => new File(['picture'], name, { type })
const drawnSize = () => drawImage.mock.calls.map(([, , , width, height]) => [width, height])

describe('a picture before it is sent', () => {
  it.each([
    ['8064x6048.jpg', 'image/jpeg', '8064x6048.jpg', [4096, 3072]],
    ['6048x8064.png', 'image/png', '6048x8064.webp', [3547, 4729]],
    ['3000x2000.heic', 'image/heic', '3000x2000.jpg', [3000, 2000]],
    ['900x900.bmp', 'image/bmp', '900x900.jpg', [900, 900]],
  ])('is reduced or converted where the server needs it: %s', async (name, type, sent, size) => {
    const reduced = await reducePicture(file(name, type))

    expect(reduced.name).toBe(sent)
    expect(drawnSize()).toEqual([size])
  })

  it.each([
    ['3000x2000.jpg', 'image/jpeg'],
    ['750x9000.jpg', 'image/jpeg'],
    ['1500x11000.jpg', 'image/jpeg'],
    ['9000x9000.svg', 'image/svg+xml'],
    ['500x500.gif', 'image/gif'],
    ['unreadable.heic', 'image/heic'],
  ])('is sent as it is when it is small enough, or the browser cannot do better: %s', async (name, type) => {
    const given = file(name, type)

    expect(await reducePicture(given)).toBe(given)
    expect(drawnSize()).toEqual([])
  })

  it('is sent as it is by a browser that cannot read pictures', async () => {
    vi.stubGlobal('createImageBitmap', undefined)
    const given = file('9000x9000.jpg', 'image/jpeg')

    expect(await reducePicture(given)).toBe(given)
  })
})
