import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { aWebApp } from './pages-fixtures.ts'

const lines: string[] = []
const { web, render } = aWebApp()
const shop = startShop({ LOG_LEVEL: 'warn' }, { write: line => void lines.push(line) }, web)

it.each([
  '/%09/%2fx',
  '/%09/%2fsearch?keyword=kurta',
  '/../%09/%2f/evil.test',
  '//%09/a:b',
  '/%0A/x',
  '/sale/%00',
  '/%7f',
])('%s, with a control character in its path, is not found, neither rendered nor logged', async url => {
  const page = await shop.app.inject(url)

  expect(page.statusCode).toBe(404)
  expect(page.headers['content-security-policy']).toBeTruthy()
  expect(page.body).toContain('Page not found')
  expect(render).not.toHaveBeenCalled()
  expect(lines).toEqual([])
})

it('a control character in the query alone leaves the page as it is', async () => {
  expect(await shop.app.inject('/search?keyword=a%09b')).toMatchObject({ statusCode: 200 })
})
