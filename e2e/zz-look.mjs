import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findHeadlessBrowser, BROWSER_FLAGS } from './browser.ts'
const base = 'http://localhost:3102'
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const browser = await chromium.launch({ executablePath: findHeadlessBrowser(), args: BROWSER_FLAGS })
const ctx = await browser.newContext({ baseURL: base, reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
const page = await ctx.newPage()
page.on('console', m => m.type() === 'error' && console.log('CONSOLE', page.url(), m.text()))
page.on('pageerror', e => console.log('PAGEERROR', page.url(), e.message))
await page.request.post('/api/auth/login', { data: { email: 'admin@example.com', password: 'mela@demo1' } })
const api = async (m, url, data) => { const r = await page.request.fetch('/api' + url, { method: m, data }); const j = await r.json(); if (r.status() >= 300) console.log(m, url, r.status(), j.message, JSON.stringify(j.errors ?? '')); return j.data }
let n = 0
async function look(path, name, act) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    if (path) { await page.goto(path); await page.getByRole('heading', { level: 1 }).first().waitFor() ; await page.waitForTimeout(600) }
    if (act) await act(page)
    await page.screenshot({ path: `/tmp/dshots/${name}-${width}.png`, fullPage: true })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) console.log('SIDEWAYS', name, width, over)
    await page.evaluate(AXE)
    const bad = await page.evaluate(w => axe.run(document, { rules: { 'target-size': { enabled: w === 390 } } }).then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | '))), width)
    if (bad.length) console.log('AXE', name, width, bad)
  }
}
export { page, api, look, browser, ctx, base }
