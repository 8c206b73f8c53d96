import { Readable } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'

const shop = startShop()
afterEach(() => void vi.useRealTimers())

/** Sends a body only when the shop waits for it and `meanwhile` is done, 200 ms later by the clock. */
async function heldBack(url: string, person: Person, content: [type: string, text: string], meanwhile: () => unknown) {
  let isAwaited = () => {}
  const awaited = new Promise<void>(resolve => {
    isAwaited = resolve
  })
  const payload = new Readable({ read: () => isAwaited() })
  const headers = { cookie: person.cookie, 'content-type': content[0] }
  const answer = shop.app.inject({ method: 'POST', url: `/api${url}`, headers, payload }).then()
  await awaited
  await meanwhile()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 200 })
  payload.push(content[1])
  payload.push(null)
  return answer
}

const category = JSON.stringify({ name: 'Held back', slug: 'held-back' })
const part =
  '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc\r\n'
const bodies = [
  { what: 'a call', url: '/categories', content: ['application/json', category] },
  { what: 'an upload', url: '/media', content: ['multipart/form-data; boundary=x', `${part}--x--\r\n`] },
] satisfies { what: string; url: string; content: [string, string] }[]

it.each(bodies)('$what whose body is held back does not outlive its session', async ({ url, content }) => {
  const admin = await shop.admin()
  const end = () => shop.db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()

  expect(await heldBack(url, admin, content as [string, string], end)).toMatchObject({ statusCode: 401 })
})

it.each(bodies)('$what whose body is held back does not outlive the role of its sender', async ({ url, content }) => {
  const admin = await shop.admin()
  const demote = () => shop.db.updateTable('users').set({ role: 'customer' }).where('id', '=', admin.id).execute()

  expect(await heldBack(url, admin, content as [string, string], demote)).toMatchObject({ statusCode: 401 })
})

it('a call whose body is held back succeeds while its sender is signed in', async () => {
  const admin = await shop.admin()

  expect(await heldBack('/categories', admin, ['application/json', category], () => {})).toMatchObject({
    statusCode: 201,
  })
})
