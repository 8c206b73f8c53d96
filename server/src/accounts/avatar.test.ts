import { readdir } from 'node:fs/promises'
import sharp, { type Color } from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { onChange } from '../platform/database/invalidation.ts'

const shop = startShop()
const avatar = '/users/current-user/avatar'

const picture = (width: number, height: number, background: Color = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })

function upload(as: Person | undefined, bytes: Buffer, field = 'avatar') {
  const body = new FormData()
  body.append(field, new Blob([new Uint8Array(bytes)]), 'me.png')
  return shop.call('PATCH', avatar, { body, as })
}

const served = (url: string) => shop.app.inject(url)
const files = () => readdir(shop.app.files.folder)

describe('PATCH /users/current-user/avatar', () => {
  it('T366 B78 B88 crops it to 512 pixels square and answers the account with it', async () => {
    const customer = await shop.customer()
    const photograph = picture(900, 600)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 55/1 0/1' } })
      .jpeg()

    const answer = await upload(customer, await photograph.toBuffer())

    expect(answer).toMatchObject({ status: 200, success: true, message: 'Avatar uploaded successfully.' })
    expect(answer.data).toMatchObject({ _id: customer.id, avatar: { url: expect.stringMatching(/^\/media\//) } })
    expect((await shop.get('/users/current-user', customer)).data).toEqual(answer.data)
    const { statusCode, headers, rawPayload } = await served(answer.data.avatar.url)
    expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'image/webp' })
    const { exif, ...shown } = await sharp(rawPayload).metadata()
    expect(shown).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(exif).toBeUndefined()
  })

  it('crops small and tall pictures to a square too', async () => {
    for (const [width, height] of [
      [40, 30],
      [300, 3000],
    ] as const) {
      const { data } = await upload(await shop.customer(), await picture(width, height).png().toBuffer())
      expect(await sharp((await served(data.avatar.url)).rawPayload).metadata()).toMatchObject({
        width: 512,
        height: 512,
      })
    }
  })

  it("B78 removes the account's previous file, and never another account's", async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const bytes = await picture(60, 60, 'gold').png().toBuffer()
    const [hers, his] = [await upload(asha, bytes), await upload(ravi, bytes)]

    const next = await upload(asha, bytes)

    expect((await served(hers.data.avatar.url)).statusCode).toBe(404)
    expect((await served(his.data.avatar.url)).statusCode).toBe(200)
    expect((await served(next.data.avatar.url)).statusCode).toBe(200)
  })

  it('leaves one file when several are sent at once', async () => {
    const customer = await shop.customer()
    const before = (await files()).length
    const bytes = await picture(60, 60, 'plum').png().toBuffer()

    await Promise.all(Array.from({ length: 4 }, () => upload(customer, bytes)))

    expect(await files()).toHaveLength(before + 1)
    const { data } = await shop.get('/users/current-user', customer)
    expect((await served(data.avatar.url)).statusCode).toBe(200)
  })

  it('B88 T307 refuses a file that is no picture, a missing one and one that is too large', async () => {
    const customer = await shop.customer()
    const before = await files()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const bytes = await picture(60, 60).png().toBuffer()

    expect(await upload(customer, svg)).toMatchObject({
      status: 400,
      success: false,
      message: 'Only jpeg, jpg, png and webp images are allowed.',
    })
    expect(await upload(customer, bytes, 'image')).toMatchObject({
      status: 400,
      message: 'Please select a file to upload.',
    })
    expect(await upload(customer, Buffer.alloc(5_000_001))).toMatchObject({ status: 413, success: false })
    expect(await files()).toEqual(before)
  })

  it('T326 refuses visitors who are not signed in', async () => {
    expect(await upload(undefined, await picture(60, 60).png().toBuffer())).toMatchObject({ status: 401 })
  })

  it("appears at once beside the account's reviews", async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()
    await shop.post(`/products/${id}/reviews`, reviewersOf(shop).aReview(), customer)
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    const { data } = await upload(customer, await picture(60, 60, 'navy').png().toBuffer())
    stop()

    expect(invalidated).toEqual([`reviewers:${id}`])
    expect((await shop.get(`/products/${id}/reviews`)).data[0].user.avatar).toEqual(data.avatar)
  })
})

describe('DELETE /users/current-user/avatar', () => {
  it('leaves the initial of the name and no file', async () => {
    const customer = await shop.customer()
    const { data } = await upload(customer, await picture(60, 60, 'lime').png().toBuffer())

    const answer = await shop.call('DELETE', avatar, { as: customer })
    const again = await shop.call('DELETE', avatar, { as: customer })

    expect(answer).toMatchObject({ status: 200, message: 'Avatar removed successfully.', data: { avatar: null } })
    expect(again).toMatchObject({ status: 200, data: { avatar: null } })
    expect((await served(data.avatar.url)).statusCode).toBe(404)
  })
})
