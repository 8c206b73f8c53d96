import { describe, expect, it } from 'vitest'
import { inSizes, kurtaInFull } from '../test/samples.ts'
import { render, setTransport } from './entry-server.tsx'

const path = `/products/${kurtaInFull.slug}`
const pathById = `/product/${kurtaInFull._id}`
const calls = [`/api/products/slug/${kurtaInFull.slug}`, `/api/products/${kurtaInFull._id}`]

function open(search: string, at = path) {
  setTransport(async exchange => {
    const product = { ...kurtaInFull, ...inSizes() }
    const data = calls.includes(exchange.path) ? product : []
    const meta = { page: 1, size: 9, pageCount: 1, total: 0 }
    return { status: 200, body: { success: true, message: '', data, meta } }
  })
  const assets = { earlyScript: '/early.js', script: '/main.js', styles: [] }
  return render(`https://mela.example${at}${search}`, assets, () => [])
}

const chosen = (html: string) =>
  [...html.matchAll(/<input[^>]* checked=""[^>]*>/g)].map(([input]) => /value="(.*?)"/.exec(input)?.[1])

describe('a product’s page on the server', () => {
  it.each([path, pathById])(
    'B145 shows the variant of its address, with that of the slug as canonical one: %s',
    async address => {
      const { status, html, isWhole } = await open(`?variant=${'3'.repeat(24)}`, address)

      expect(status).toBe(200)
      expect(chosen(html)).toEqual(['Red', 'S'])
      expect(html.match(/<link rel="canonical"[^>]*>/g)).toEqual([
        `<link rel="canonical" href="https://mela.example${path}"/>`,
      ])
      expect(html).toContain(`<meta property="og:url" content="https://mela.example${path}"/>`)
      expect(html).toContain(`"url":"https://mela.example${path}"`)
      expect(isWhole).toBe(true)
    },
  )

  it.each([path, pathById])('shows no choice for an unknown variant, and is not to be kept: %s', async address => {
    const { html, isWhole } = await open(`?variant=${'f'.repeat(24)}`, address)

    expect(chosen(html)).toEqual([])
    expect(isWhole).toBe(false)
  })

  it('is the same when parts of it were rendered before', async () => {
    const pages = [await open(''), await open('')].map(({ html }) => html)

    expect(pages[1]).toBe(pages[0])
  })

  it('shows the values that its form has sent', async () => {
    expect(chosen((await open('?option.Size=M&option.Colour=Indigo')).html)).toEqual(['Indigo', 'M'])
    expect(chosen((await open('?option.Size=XL')).html)).toEqual([])
  })
})

describe('the document', () => {
  const documentOf = async (shop: object) => {
    setTransport(async ({ path }) => {
      const data = path === '/api/shop' ? shop : []
      return { status: 200, body: { success: true, message: '', data, meta: { page: 1, pageCount: 1, total: 0 } } }
    })
    const assets = { earlyScript: '/early.js', script: '/main.js', styles: [] }
    return (await render('https://mela.example/cart', assets, () => [])).html
  }
  const themeColours = (html: string) =>
    [...html.matchAll(/<meta name="theme-color" content="(.*?)"/g)].map(([, colour]) => colour)

  it('turns dark where the device asks for it, unless the owner keeps the shop light', async () => {
    const [own, kept] = [await documentOf({}), await documentOf({ keepsLight: true })]

    expect(own).toContain('<html lang="en">')
    expect(new Set(themeColours(own)).size).toBe(2)
    expect(kept).toContain('<html lang="en" data-theme="light">')
    expect(new Set(themeColours(kept)).size).toBe(1)
  })
})

const noFacets = { categories: [], prices: [], onSale: 0, inStock: 0, ratings: [], options: [] }

function answerAt(path: string) {
  const [, slug] = /\/(?:categories|collections)\/slug\/(\w+)$/.exec(path) ?? []
  if (slug) return { _id: '1'.repeat(24), name: 'Gifts', slug, description: '', picture: null, parent: null }
  if (path.includes('/facets')) return noFacets
  return path.startsWith('/api/shop') ? {} : []
}

describe('a page of a list on the server', () => {
  async function list(address: string, { page, pageCount }: { page: number; pageCount: number }) {
    setTransport(async ({ path }) => {
      const meta = { page, size: 20, pageCount, total: pageCount * 20 }
      return { status: 200, body: { success: true, message: '', data: answerAt(path), meta } }
    })
    const assets = { earlyScript: '/early.js', script: '/main.js', styles: [] }
    return render(`https://mela.example${address}`, assets, () => [])
  }

  it.each([
    '/search?page=4',
    '/search?keyword=kurta&page=4',
    '/sale?page=4',
    '/product-category/kurtas?page=4',
    '/collections/gifts?page=4',
  ])('is not found past the last one, and not offered to search engines: %s', async address => {
    const { status, html } = await list(address, { page: 4, pageCount: 3 })

    expect(status).toBe(404)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toMatch(/rel="canonical"|rel="next"|og:url/)
    expect(html).toContain('rel="prev"')
  })

  it.each([
    ['the last page', '/sale?page=3', { page: 3, pageCount: 3 }],
    ['the first page of an empty list', '/sale', { page: 1, pageCount: 0 }],
  ])('is found: %s', async (_, address, meta) => {
    const { status, html } = await list(address, meta)

    expect(status).toBe(200)
    expect(html).toContain(`<link rel="canonical" href="https://mela.example${address}"/>`)
  })
})
