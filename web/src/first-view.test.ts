import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Facets, type Media, type Product, type ProductCard, paths } from '@mela/contract'
import { expect, it } from 'vitest'
import { inSizes, kurtaInFull } from '../test/samples.ts'
import { render, setTransport } from './entry-server.tsx'

/** The most bytes of a page as served with brotli; e2e/budgets.spec.ts measures scripts and styles as well. */
const MOST_BYTES = 12_000

/** Text without repetition, the same in every run. */
const words = (seed: string, count: number) =>
  Array.from({ length: count }, (_, place) => wordOf(`${seed} ${place}`)).join(' ')
const hex = (seed: string, length: number) => createHash('sha256').update(seed).digest('hex').slice(0, length)
const TERMS =
  'cotton linen indigo block print silk woven by hand soft heavy loose collar sleeve washed season warm cool neat seam dye red'.split(
    ' ',
  )
const wordOf = (seed: string) => TERMS[Number.parseInt(hex(seed, 8), 16) % TERMS.length] ?? ''

function pictureOf(seed: string): Media {
  const url = `/media/${hex(seed, 32)}-1200.webp`
  return {
    _id: hex(seed, 24),
    name: words(seed, 2),
    alt: words(seed, 4),
    url,
    width: 1200,
    height: 1200,
    hasAvif: true,
  }
}

const categories = Array.from({ length: 24 }, (_, place) => ({
  _id: hex(`category ${place}`, 24),
  ...{ name: `Department ${place}`, slug: `department-${place}`, description: '', count: 100 + place },
  picture: pictureOf(`category ${place}`),
}))

const cards = Array.from({ length: 24 }, (_, place): ProductCard => {
  const seed = `product ${place}`
  const price = 10 + Number.parseInt(hex(seed, 4), 16) / 100
  return {
    _id: hex(seed, 24),
    slug: words(seed, 4).toLowerCase().replaceAll(' ', '-'),
    ...{ name: words(seed, 4), price, onSale: place % 3 === 0, salePrice: price - 5, stock: place, isActive: true },
    category: { _id: hex('category 3', 24), name: 'Department 3', slug: 'department-3' },
    ...{ thumbnail: pictureOf(seed), gallery: [pictureOf(`${seed} back`), pictureOf(`${seed} side`)] },
    ...{ rating: { average: 1 + (place % 9) / 2, count: place }, options: [] },
  }
})

const facets: Facets = {
  categories: categories.map(({ name, slug, count }) => ({ name, slug, count })),
  prices: [10, 60, 200, 400, 800].map((from, place) => ({ from, to: from * 3, count: 20 + place })),
  ...{ onSale: 40, inStock: 90 },
  ratings: [4, 3, 2, 1].map(stars => ({ stars, count: 100 - stars * 20 })),
  options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL', '39', '40', '41', '42'].map(name => ({ name, count: 12 })) }],
}

const product: Product = {
  ...kurtaInFull,
  ...{ description: words('description', 60), thumbnail: pictureOf('front'), sizeGuide: null },
  gallery: ['back', 'side', 'detail'].map(pictureOf),
  reviews: reviews(5),
  rating: { average: 4.2, count: 5, stars: [0, 0, 1, 2, 2] },
}

function reviews(count: number): Product['reviews'] {
  return Array.from({ length: count }, (_, place) => ({
    _id: hex(`review ${place}`, 24),
    ...{ title: words(`title ${place}`, 4), rating: 1 + (place % 5), comment: words(`comment ${place}`, 24) },
    user: { name: { firstName: `Neha ${place}`, lastName: words(`name ${place}`, 1) }, avatar: { url: null } },
    ...{ createdAt: `2026-0${1 + place}-03T10:00:00.000Z`, verified: place % 2 === 0 },
  }))
}

function inTwelve(): Product {
  const [variant] = inSizes().variants
  const values = { Size: ['S', 'M', 'L', 'XL'], Colour: ['Indigo', 'Red', 'Cream'] }
  const variants = values.Size.flatMap(Size =>
    values.Colour.map(Colour => ({
      ...(variant as Product['variants'][number]),
      ...{ _id: hex(Size + Colour, 24), sku: `KURTA-${Size}-${Colour}`, options: { Size, Colour }, stock: Size.length },
    })),
  )
  const options = Object.entries(values).map(([name, of]) => ({ name, values: of.map(name => ({ name })) }))
  return { ...product, options, variants, reviews: reviews(9), rating: { ...product.rating, count: 9 } }
}

/** Answers the same object for the same call, as the server does for categories and related products. */
function fixedAnswers(shown: Product) {
  const lists = new Map<number, ProductCard[]>()
  const listOf = (size: number) => lists.get(size) ?? cards.slice(0, size)
  return (name: string, size: number) => {
    const answers: Record<string, unknown> = {
      'GET /categories': categories,
      'GET /categories/slug/:slug': categories[3],
      'GET /products/slug/:slug': shown,
      'GET /products/facets': facets,
    }
    lists.set(size, listOf(size))
    return answers[name] ?? listOf(size)
  }
}

async function pageOf(path: string, answer: ReturnType<typeof fixedAnswers>) {
  setTransport(async ({ name, query }) => {
    const size = Number(query.size)
    const meta = { page: 1, size, pageCount: 5, total: 100 }
    return { status: 200, body: { success: true, message: '', data: answer(name, size), meta } }
  })
  const assets = {
    ...{ earlyScript: '/assets/early-DtbJiSYx.js', script: '/assets/entry-client-DdIYSHV2.js' },
    styles: ['/assets/entry-client-BNVs6A1J.css'],
  }
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `/assets/${name}-page-${hex(name, 8)}.js`)
  return render(`https://mela.example${path}`, assets, () => files)
}

async function bytesOf(path: string, shown: Product) {
  const { html, status } = await pageOf(path, fixedAnswers(shown))
  expect(status).toBe(200)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 }
  return brotliCompressSync(html, { params }).length
}

it.each([
  ['a product without options', paths.product(product.slug), product],
  ['a product with 12 variants and 9 reviews', paths.product(product.slug), inTwelve()],
  ['a category of 24', '/product-category/department-3?size=24', product],
])('the page of %s stays within 12 kB', async (_, path, shown) => {
  expect(await bytesOf(path, shown)).toBeLessThanOrEqual(MOST_BYTES)
})

it('a page is the same when parts of it were rendered before', async () => {
  const path = paths.product(product.slug)
  const answers = fixedAnswers(product)
  const pages: string[] = []
  for (const _ of [1, 2, 3]) pages.push((await pageOf(path, answers)).html)

  expect(pages[0]).toContain('Related products')
  expect(pages[1]).toBe(pages[0])
  expect(pages[2]).toBe(pages[0])
})
