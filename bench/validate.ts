import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DEFAULT_SHOP, SHOP } from '@mela/contract'
import { fallbackPages } from '../server/src/storefront/pages.ts'
import { npx } from './fixtures/npx.ts'
import { openShop } from './fixtures/open-shop.ts'
import { productPaths } from './fixtures/shop-pages.ts'

/** The W3C checker; it needs Java. */
const CHECKER = 'vnu-jar@26.9.27'

interface Finding {
  type: 'error' | 'info' | 'non-document-error'
  subType?: 'warning'
  url: string
  message: string
  extract?: string
}

/** Validates the HTML of every kind of page, reports errors, and exits 1 if there are any. */
const shop = await openShop()
const folder = await mkdtemp(join(tmpdir(), 'mela-html-'))
try {
  const pages = await savePages()
  const findings = Map.groupBy(await check(), ({ type, subType = type, message }) => `${subType}: ${message}`)
  for (const [finding, places] of findings) {
    const paths = new Set(places.map(({ url }) => decodeURIComponent(basename(decodeURIComponent(url), '.html'))))
    process.stdout.write(`${finding}\n  ${[...paths].join(' ')}\n  ${places[0]?.extract?.replace(/\s+/g, ' ')}\n`)
  }
  const errors = [...findings.values()].flat().filter(({ type }) => type !== 'info')
  process.stdout.write(`${pages} pages checked, ${errors.length} errors.\n`)
  process.exitCode = errors.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
  await shop.close()
}

async function savePages(): Promise<number> {
  const products = await productPaths(shop)
  const paths = [
    ...['/', '/sale', '/sale?page=2&size=8', '/product-category/shoes', '/product-category/shoes?sort=price-asc'],
    ...Object.values(products),
    ...['/search', '/search?keyword=kurta', '/search?keyword=kurta&maxPrice=40&inStock=true', '/search?keyword=zzzz'],
    ...['/search?keyword=kurtaa', '/cart', '/about', '/contact', '/privacy-policy', '/terms-of-service'],
    ...['/auth/login', '/auth/register', '/auth/login?redirect=%2Fcart', '/no/such/page', '/product/nope'],
    ...['/product-category/nope', '/account/profile', '/account/shipping', '/account/checkout', '/dashboard/home'],
  ]
  for (const path of paths) {
    const answer = await fetch(new URL(path, shop.url))
    await writeFile(join(folder, `${encodeURIComponent(path)}.html`), await answer.text())
  }
  const { accent, keepsLight } = DEFAULT_SHOP
  const standIn = fallbackPages(() => ({ name: SHOP.name, accent, keepsLight, fonts: [] }))
  await writeFile(join(folder, 'failure.html'), standIn('failure').body('identity'))
  await writeFile(join(folder, 'too-many.html'), standIn('tooMany').body('identity'))
  await writeFile(join(folder, 'busy.html'), standIn('busy').body('identity'))
  return paths.length + 3
}

async function check(): Promise<Finding[]> {
  const output = await npx(CHECKER, 'vnu', ['--format', 'json', '--stdout', '--exit-zero-always', folder])
  const { messages }: { messages: Finding[] } = JSON.parse(output)
  return messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning')
}
