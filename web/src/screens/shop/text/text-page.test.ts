import { expect, it } from 'vitest'
import { render, setTransport } from '../../../entry-server.tsx'

const assets = { earlyScript: '/early.js', script: '/main.js', styles: [] }
const missing = { success: false, message: 'Page not found.', code: 'not_found' }

it.each(['/pages/gone', '/pages/%zz', '/pages/%E0%A4%A'])('%s is an unknown page', async path => {
  setTransport(async () => ({ status: 404, body: missing }))

  const { status, html } = await render(`https://mela.example${path}`, assets, () => [])

  expect(status).toBe(404)
  expect(html).toContain('Page not found.')
})
