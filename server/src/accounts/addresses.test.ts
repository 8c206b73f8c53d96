import { ADDRESSES_PER_USER, type Address } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { hashPassword } from '../people/passwords.ts'

const shop = startShop()
const addresses = '/users/current-user/addresses'
const put = (id: string, body: unknown, as: Person) => shop.call('PUT', `${addresses}/${id}`, { body, as })
const remove = (id: string, as: Person) => shop.call('DELETE', `${addresses}/${id}`, { as })
const listOf = async (person: Person): Promise<Address[]> => (await shop.get(addresses, person)).data

async function anOwner() {
  const customer = await shop.customer()
  const { data } = await shop.post(addresses, shop.anAddress(), customer)
  return { customer, saved: data as Address }
}

describe('PUT /users/current-user/addresses/:addressId', () => {
  it('T364 B76 replaces what is sent and keeps the rest', async () => {
    const { customer, saved } = await anOwner()

    const part = await put(saved._id, { city: 'Pune', phoneNumber: 9820099999 }, customer)
    const whole = await put(saved._id, shop.anAddress({ countryCode: '44', country: 'Bharat' }), customer)
    const other = await put(saved._id, { city: 'Nashik' }, customer)

    expect(part).toMatchObject({ status: 200, success: true, message: 'Address updated successfully.' })
    expect(part.data).toEqual({ ...saved, city: 'Pune', phoneNumber: '9820099999' })
    expect(whole.data).toEqual({ ...saved, countryCode: '44', country: 'Bharat' })
    expect(other.data).toEqual({ ...whole.data, city: 'Nashik' })
    expect(await listOf(customer)).toEqual([other.data])
  })

  it('B76 validates the whole address, which may have been written under looser rules', async () => {
    const { customer, saved } = await anOwner()
    await shop.db.updateTable('addresses').set({ building: 'No. 7' }).where('id', '=', saved._id).execute()

    const { status, errors } = await put(saved._id, { city: 'Pune' }, customer)

    expect(status).toBe(400)
    expect(errors).toEqual({ building: 'Building is not valid. This must be 10 character(s) or more.' })
    expect((await listOf(customer))[0]).toMatchObject({ city: 'Mumbai' })
  })
})

describe('DELETE /users/current-user/addresses/:addressId', () => {
  it('T365 removes it from the list', async () => {
    const { customer, saved } = await anOwner()

    const { headers, cookies, ...answer } = await remove(saved._id, customer)

    expect(answer).toEqual({ status: 200, success: true, message: 'Address deleted successfully!', data: null })
    expect(await listOf(customer)).toEqual([])
    expect(await remove(saved._id, customer)).toMatchObject({ status: 404, message: 'Address not found.' })
  })
})

it('saves no address for an account that was deleted meanwhile', async () => {
  const password = 'Kadamba#41'
  const customer = await shop.customer({ password_hash: await hashPassword(password) })

  const [left] = await Promise.all([
    shop.call('DELETE', '/users/current-user', { as: customer, body: { password } }),
    ...Array.from({ length: 5 }, () => shop.post(addresses, shop.anAddress(), customer)),
  ])

  expect(left.status).toBe(200)
  const kept = await shop.db.selectFrom('addresses').select('id').where('user_id', '=', customer.id).execute()
  expect(kept).toEqual([])
})

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
})

describe('GET and POST /users/current-user/addresses', () => {
  it("T362 T363 saves addresses, and lists the account's own, newest first", async () => {
    const customer = await shop.customer()
    const other = await shop.customer()
    for (const city of ['Mumbai', 'Pune', 'Nashik']) await shop.post(addresses, shop.anAddress({ city }), customer)

    const own = await shop.get(addresses, customer)
    const others = await shop.get(addresses, other)

    expect(own.data.map(({ city }: { city: string }) => city)).toEqual(['Nashik', 'Pune', 'Mumbai'])
    expect(others).toMatchObject({ status: 200, success: true, data: [] })
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
