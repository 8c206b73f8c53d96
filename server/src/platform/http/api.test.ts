import { describe, expect, it } from 'vitest'
import { liveEnvironment } from '../../../test/live-environment.ts'
import { startShop } from '../../../test/shop.ts'

describe('the API', () => {
  const shop = startShop()

  it('T393 reports that the shop is open', async () => {
    expect(await shop.get('/health')).toMatchObject({ status: 200, success: true, message: 'The shop is open.' })
  })

  it('T394 B121 answers JSON for unknown calls, never a page', async () => {
    expect(await shop.get('/nope')).toMatchObject({ status: 404, success: false, message: 'Not found.' })
  })

  it('accepts a path with and without a trailing slash', async () => {
    const [bare, slashed] = [await shop.get('/categories'), await shop.get('/categories/')]

    expect(slashed.status).toBe(200)
    expect(slashed.data).toEqual(bare.data)
  })

  it('T394 C14 names every invalid field by its dotted path and leads with one sentence', async () => {
    const answer = await shop.post('/auth/register', { name: { firstName: 'Asha' }, email: 'x', password: 'abc' })

    expect(answer).toMatchObject({
      status: 400,
      success: false,
      errors: {
        'name.lastName': 'Last name is not acceptable.',
        email: 'This email is not valid.',
        password: 'Please choose a stronger password.',
      },
    })
    expect(answer.message).toBe(Object.values(answer.errors)[0])
  })

  it('refuses a body that is not JSON', async () => {
    const broken = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    })

    expect(broken.statusCode).toBe(400)
    expect(broken.json()).toMatchObject({ success: false, message: 'This request could not be read.' })
  })
})

describe('the description of the API in a live shop', () => {
  const live = startShop(liveEnvironment)
  const asked = startShop({ ...liveEnvironment, API_DOCS: 'on' })

  it('is not there unless the operator asked for it', async () => {
    expect(await live.get('/docs/json')).toMatchObject({ status: 404, message: 'Not found.' })
    expect(await live.get('/docs')).toMatchObject({ status: 404 })
    expect(await asked.get('/docs/json')).toMatchObject({ status: 200 })
  })
})
