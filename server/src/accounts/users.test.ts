import { ADDRESSES_PER_USER } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()
const addresses = '/users/current-user/addresses'
const objectId = expect.stringMatching(/^[0-9a-f]{24}$/)

describe('GET /users/current-user', () => {
  it('T261 T358 T393 B125 answers the signed-in account', async () => {
    const customer = await shop.customer({ first_name: 'Ravi', email: 'ravi@example.com' })

    const { headers, cookies, ...answer } = await shop.get('/users/current-user', customer)

    expect(answer).toEqual({
      status: 200,
      success: true,
      message: 'OK',
      data: {
        _id: customer.id,
        name: { firstName: 'Ravi', lastName: 'Rao' },
        email: 'ravi@example.com',
        avatar: null,
        role: 'customer',
        status: true,
      },
    })
  })

  it('reads role and avatar anew on every call', async () => {
    const person = await shop.customer()
    const changes = { role: 'manager', avatar_url: '/media/ravi.webp' } as const
    await shop.db.updateTable('users').set(changes).where('id', '=', person.id).execute()

    const { data } = await shop.get('/users/current-user', person)

    expect(data).toMatchObject({ role: 'manager', avatar: { url: '/media/ravi.webp' } })
  })
})

describe('GET and POST /users/current-user/addresses', () => {
  it('T266 T363 saves an address and answers it', async () => {
    const customer = await shop.customer()
    const input = shop.anAddress()

    const answer = await shop.post(addresses, { ...input, user: 'another', _id: 'f'.repeat(24) }, customer)

    expect(answer).toMatchObject({ status: 201, success: true, message: 'Address added successfully.' })
    expect(answer.data).toEqual({ _id: objectId, ...input })
    expect(answer.data._id).not.toBe('f'.repeat(24))
    expect((await shop.get(addresses, customer)).data).toEqual([answer.data])
  })

  it('T267 C16 defaults to +91 and India when they are left out, and refuses empty ones', async () => {
    const customer = await shop.customer()
    const { countryCode, country, ...rest } = shop.anAddress()

    const answer = await shop.post(addresses, rest, customer)
    const empty = await shop.post(addresses, { ...rest, countryCode: '', country: ' ' }, customer)

    expect(answer).toMatchObject({ status: 201, data: { countryCode: '91', country: 'India' } })
    expect(empty).toMatchObject({ status: 400 })
    expect(empty.errors).toEqual({ countryCode: 'Country code is not valid', country: 'Country is not valid' })
  })

  it("T362 lists the account's own addresses, newest first", async () => {
    const customer = await shop.customer()
    const other = await shop.customer()
    for (const city of ['Mumbai', 'Pune', 'Nashik']) await shop.post(addresses, shop.anAddress({ city }), customer)

    const own = await shop.get(addresses, customer)
    const others = await shop.get(addresses, other)

    expect(own.data.map(({ city }: { city: string }) => city)).toEqual(['Nashik', 'Pune', 'Mumbai'])
    expect(others).toMatchObject({ status: 200, success: true, data: [] })
  })

  it('T394 names every field that is wrong', async () => {
    const input = { ...shop.anAddress({ building: 'Sea View', phoneNumber: '982001234' }), name: { firstName: 'Asha' } }

    const answer = await shop.post(addresses, input, await shop.customer())

    expect(answer).toMatchObject({ status: 400, success: false, message: 'Last name is not acceptable.' })
    expect(answer.errors).toEqual({
      'name.lastName': 'Last name is not acceptable.',
      building: 'Building is not valid. This must be 10 character(s) or more.',
      phoneNumber: 'Phone number is not valid. This must be 10 character(s) long.',
    })
  })

  it('stores text with NUL bytes and other characters that PostgreSQL rejects', async () => {
    const input = shop.anAddress({ building: 'Sea\0 View \ud83c Apartments' })

    const answer = await shop.post(addresses, input, await shop.customer())

    expect(answer).toMatchObject({ status: 201, data: { building: 'Sea View \ufffd Apartments' } })
  })

  it(`refuses more than ${ADDRESSES_PER_USER} addresses, also when several are added at once`, async () => {
    const customer = await shop.customer()
    for (let saved = 0; saved < ADDRESSES_PER_USER - 2; saved++) await shop.post(addresses, shop.anAddress(), customer)

    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.post(addresses, shop.anAddress(), customer)))

    const refusals = answers.filter(({ status }) => status !== 201)
    const message = 'You can save 20 addresses at the most. Please delete one first.'
    expect(refusals).toHaveLength(3)
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, success: false, message })
    expect((await shop.get(addresses, customer)).data).toHaveLength(ADDRESSES_PER_USER)
  })
})

describe('the calls of an account', () => {
  it('T325 T394 answer 401 to visitors before they validate the body', async () => {
    const answers = [
      await shop.get('/users/current-user'),
      await shop.get(addresses),
      await shop.post(addresses, shop.anAddress()),
      await shop.post(addresses, { city: 'x' }),
      await shop.post(addresses),
    ]

    for (const { headers, cookies, ...answer } of answers) {
      expect(answer).toEqual({
        status: 401,
        success: false,
        message: 'Please login to continue.',
        code: 'unauthenticated',
      })
    }
  })

  it('answer with and without a trailing slash', async () => {
    const customer = await shop.customer()

    expect(await shop.get('/users/current-user/', customer)).toMatchObject({ status: 200 })
    expect(await shop.get(`${addresses}/`, customer)).toMatchObject({ status: 200, data: [] })
  })
})
