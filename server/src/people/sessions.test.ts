import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserAfter } from '../../test/browser.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { hashPassword } from './passwords.ts'
import { deviceName } from './sessions.ts'

const password = 'abcd1!'
const sessions = '/users/current-user/sessions'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'

const shop = startShop()

/** An account signed in on two devices. */
async function twoDevices() {
  const { email, id } = await shop.user({ password_hash: await hashPassword(password) })
  const logIn = async (userAgent: string) =>
    browserAfter(await shop.post('/auth/login', { email, password }, undefined, { 'user-agent': userAgent }))
  return { id, email, phone: await logIn(iPhone), laptop: await logIn('Mozilla/5.0 (X11; Linux) Firefox/132.0') }
}

const isSignedIn = async (browser: Person) => (await shop.get('/users/current-user', browser)).status === 200
const devicesOf = async (browser: Person) =>
  (await shop.get(sessions, browser)).data.map(({ device }: { device: string }) => device)

describe('the sessions of an account', () => {
  it('are listed by device, this one first, without tokens or addresses', async () => {
    const { phone, laptop } = await twoDevices()
    await twoDevices()

    const { status, data } = await shop.get(sessions, phone)

    expect(status).toBe(200)
    expect(data).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        device: 'Safari on iPhone',
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: expect.stringMatching(/Z$/),
        isCurrent: true,
      },
      expect.objectContaining({ device: 'Firefox on Linux', isCurrent: false }),
    ])
    expect(await devicesOf(laptop)).toEqual(['Firefox on Linux', 'Safari on iPhone'])
  })

  it('end one by one, at once', async () => {
    const { id, phone, laptop } = await twoDevices()
    const { data } = await shop.get(sessions, phone)

    const answer = await shop.call('DELETE', `${sessions}/${data[1]._id}`, { as: phone })

    expect(answer).toMatchObject({ status: 200, success: true, message: 'That device is signed out.' })
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, false])
    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 5, keyword: `session.revoked ${id}` })
    expect(rows).toMatchObject([{ actor: { _id: id }, after: { sessions: 1 } }])
  })

  it('end all but this one', async () => {
    const { phone, laptop } = await twoDevices()
    const other = await twoDevices()

    const answer = await shop.call('DELETE', sessions, { as: laptop })

    expect(answer).toMatchObject({ status: 200, message: 'All other devices are signed out.' })
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true])
    expect(await isSignedIn(other.phone)).toBe(true)
  })

  it("are 50 at most: a new one ends the account's least recently used one", async () => {
    const { id } = await shop.user()
    const [first, other] = [await shop.signIn(id), await twoDevices()]
    const opened = []
    for (let n = 0; n < 49; n++) opened.push(await shop.signIn(id))
    await sql`update sessions set last_used_at = now() - interval '1 day'
      where token_hash = sha256(convert_to(${opened[9]?.cookie.split('=')[1]}, 'UTF8'))`.execute(shop.db)

    const newest = await shop.signIn(id)

    const rows = await shop.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    expect(rows).toHaveLength(50)
    expect(await isSignedIn(opened[9] ?? first)).toBe(false)
    for (const browser of [first, newest, other.phone]) expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('the name of a device', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

  it.each([
    ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari on Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ],
    ['Linux', 'Mozilla/5.0 (compatible; Linux)'],
    ['Unknown device', 'curl/8.5.0'],
    ['Unknown device', ''],
  ])('recognises %s', (name, userAgent) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})
