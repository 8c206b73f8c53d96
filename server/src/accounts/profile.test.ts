import { sql } from 'kysely'
import sharp, { type Color } from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { onChange } from '../platform/database/invalidation.ts'

const shop = startShop()
const me = '/users/current-user'
const patch = (body: unknown, as?: Awaited<ReturnType<typeof shop.customer>>) => shop.call('PATCH', me, { body, as })

describe('PATCH /users/current-user', () => {
  it('T359 T326 changes name and e-mail, and answers the account as it is now', async () => {
    const customer = await shop.customer()

    const answer = await patch({ name: { firstName: ' Mira ', lastName: 'Sen' }, email: 'Mira@Example.com' }, customer)

    expect(answer).toMatchObject({ status: 200, success: true, message: 'Profile updated successfully.' })
    expect(answer.data).toMatchObject({ name: { firstName: 'Mira', lastName: 'Sen' }, email: 'mira@example.com' })
    expect((await shop.get(me, customer)).data).toEqual(answer.data)
  })

  it('ends the other sessions with another e-mail, and not with another name', async () => {
    const customer = await shop.customer()
    const other = await shop.signIn(customer.id)
    const statusOf = async (as: typeof other) => (await shop.get(me, as)).status

    await patch({ name: { firstName: 'Mira', lastName: 'Sen' } }, customer)
    expect(await statusOf(other)).toBe(200)
    await patch({ email: `${crypto.randomUUID()}@example.com` }, customer)

    expect([await statusOf(customer), await statusOf(other)]).toEqual([200, 401])
  })

  it('B65 changes nothing else, whatever is sent', async () => {
    const customer = await shop.customer()
    const { data: before } = await shop.get(me, customer)

    const answer = await patch(
      { role: 'admin', status: false, password: 'x', _id: 'f'.repeat(24), avatar: {} },
      customer,
    )

    expect(answer).toMatchObject({ status: 200, data: before })
  })

  it('B66 records that the e-mail changed, without the old or the new address', async () => {
    const customer = await shop.customer({ email: 'old@example.com' })
    await patch({ name: { firstName: 'Asha', lastName: 'Rao' } }, customer)
    await patch({ email: 'old@example.com' }, customer)
    await patch({ email: 'new@example.com' }, customer)

    const subject = `user:${customer.id}`
    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 9, keyword: subject })

    expect(rows).toMatchObject([
      { actor: { _id: customer.id }, action: 'email.changed', subject, before: null, after: null },
    ])
  })

  it('B66 sends emails to both addresses on a change, to the old one only if it was confirmed', async () => {
    const customer = await shop.customer({ email: 'before@example.com', email_confirmed_at: new Date() })
    await patch({ email: 'after@example.com' }, customer)
    await patch({ email: 'further@example.com' }, customer)

    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'emails' and data->>'user' = ${customer.id}`.execute(shop.db)

    const confirm = { kind: 'confirm-email', user: customer.id }
    const notice = { kind: 'email-changed', user: customer.id, formerly: 'before@example.com' }
    const kinds = rows.map(({ data }) => data)
    expect(kinds).toHaveLength(3)
    expect(kinds).toEqual(expect.arrayContaining([notice, confirm, confirm]))
  })

  it('B56 keeps the e-mail of the demo admin, but not the name', async () => {
    const admin = await shop.customer({ role: 'admin', email: 'admin@example.com' })
    const name = { firstName: 'Mela', lastName: 'Staff' }

    expect(await patch({ email: 'mine@example.com' }, admin)).toMatchObject({ status: 403, success: false })
    expect(await patch({ name, email: 'admin@example.com' }, admin)).toMatchObject({ status: 200, data: { name } })
  })

  it("invalidates the pages that show a reviewer's name when it changes", async () => {
    const customer = await shop.customer()
    const product = await shop.product()
    await shop.post(`/products/${product.id}/reviews`, reviewersOf(shop).aReview(), customer)
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    await patch({ email: 'quiet@example.com' }, customer)
    expect(invalidated).toEqual([])
    await patch({ name: { firstName: 'Noor', lastName: 'Khan' } }, customer)
    stop()

    expect(invalidated).toEqual([`reviewers:${product.id}`])
    const { data } = await shop.get(`/products/${product.id}/reviews`)
    expect(data[0].user.name).toEqual({ firstName: 'Noor', lastName: 'Khan' })
  })
})

describe('the picture of an account', () => {
  const avatar = '/users/current-user/avatar'

  const picture = (width: number, height: number, background: Color = 'teal') =>
    sharp({ create: { width, height, channels: 3, background } })

  function upload(as: Person | undefined, bytes: Buffer, field = 'avatar') {
    const body = new FormData()
    body.append(field, new Blob([new Uint8Array(bytes)]), 'me.png')
    return shop.call('PATCH', avatar, { body, as })
  }

  const served = (url: string) => shop.app.inject(url)

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

    it("B78 removes the account's previous file, and never another account's", async () => {
      const [asha, ravi] = [await shop.customer(), await shop.customer()]
      const bytes = await picture(60, 60, 'gold').png().toBuffer()
      const [hers, his] = [await upload(asha, bytes), await upload(ravi, bytes)]

      const next = await upload(asha, bytes)

      expect((await served(hers.data.avatar.url)).statusCode).toBe(404)
      expect((await served(his.data.avatar.url)).statusCode).toBe(200)
      expect((await served(next.data.avatar.url)).statusCode).toBe(200)
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
})
