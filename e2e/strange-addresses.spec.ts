import { expect, test } from './shop.ts'

test('T394 an unknown call answers JSON, never a page', async ({ page }) => {
  for (const path of ['/api/nope', '/api/products/on-sale/nope', '/api//products', '/api']) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.json(), path).toEqual({ success: false, message: 'Not found.', code: 'not_found' })
  }
  const posted = await page.request.post('/sale')
  expect(posted.status()).toBe(404)
  expect(await posted.json()).toEqual({ success: false, message: 'Not found.', code: 'not_found' })
})

test('T394 an address that cannot be read is refused in the same shape', async ({ page }) => {
  const answer = await page.request.get('/api/products/%c0%80')

  expect(answer.status()).toBe(400)
  expect(await answer.json()).toMatchObject({ success: false, message: expect.any(String) })
})

test('T013 an address that reads like another site is an unknown page of this one', async ({ page, baseURL }) => {
  for (const path of ['//evil.test', '/\\evil.test']) {
    const answer = await page.request.get(`${baseURL}${path}`)
    expect(answer.status(), path).toBe(404)
  }
})

test('an address with a keyword of excessive length leads to the one that is searched for', async ({ page }) => {
  await page.goto(`/search?keyword=${'silk'.repeat(60)}`)

  await expect(page).toHaveURL(`/search?keyword=${'silk'.repeat(25)}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('silk')
})
