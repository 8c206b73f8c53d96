import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { AnswerCache, type Rendering, StoredAnswer } from './answer-cache.ts'

const page = (html: string, tags: string[] = [], more: Partial<Rendering> = {}) => {
  return async () => new StoredAnswer({ status: 200, html, isWhole: true, tags: new Set(tags), ...more })
}

/** A rendering that the test completes. */
function slowPage(html: string, tags: string[] = []) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { finish: resolve, render: () => promise.then(page(html, tags)) }
}

const aCache = () => new AnswerCache({ maxSize: 1_000_000 })

describe('the page cache', () => {
  it('renders once for concurrent requests', async () => {
    const cache = aCache()
    const slow = slowPage('shared')
    const askers = [cache.render('/', slow.render), cache.render('/', page('another'))]

    slow.finish()

    const [first, second] = await Promise.all(askers)
    expect(second).toBe(first)
  })

  it('keeps nothing that was not found', async () => {
    const cache = aCache()

    await cache.render('/nope', page('Page not found', [], { status: 404 }))

    expect(cache.get('/nope')).toBeUndefined()
  })

  it('keeps no page of which a part could not be loaded', async () => {
    const cache = aCache()

    await cache.render('/', page('half', [], { isWhole: false }))

    expect(cache.get('/')).toBeUndefined()
  })

  it('drops exactly the pages that show what changed', async () => {
    const cache = aCache()
    await cache.render('/product/a', page('a', ['product:a']))
    await cache.render('/product/b', page('b', ['product:b']))

    cache.drop(['product:a'])

    expect(cache.get('/product/a')).toBeUndefined()
    expect(cache.get('/product/b')).toBeDefined()
  })

  it('keeps no page whose rendering began before the change, and renders anew for later requests', async () => {
    const cache = aCache()
    const before = slowPage('old price', ['product:a'])
    const early = cache.render('/product/a', before.render)
    cache.drop(['product:a'])

    const late = await cache.render('/product/a', page('new price', ['product:a']))
    before.finish()
    await early

    expect(late.body('identity').toString()).toBe('new price')
    expect(cache.get('/product/a')).toBe(late)
  })

  it('keeps the page that was rendered after a change, whichever of the two is done first', async () => {
    const cache = aCache()
    const [before, after] = [slowPage('old', ['product:a']), slowPage('new', ['product:a'])]
    const early = cache.render('/product/a', before.render)
    cache.drop(['product:a'])
    const late = cache.render('/product/a', after.render)

    after.finish()
    await late
    before.finish()
    await early

    expect(cache.get('/product/a')?.body('identity').toString()).toBe('new')
  })

  it('evicts the least recently requested pages when memory is full', async () => {
    const cache = new AnswerCache({ maxSize: 15_000 })

    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f']) await cache.render(path, page(path.repeat(100)))

    expect(cache.get('/a')).toBeUndefined()
    expect(cache.get('/f')).toBeDefined()
  })
})

it.each([
  ['identity', 'br', 'gzip', 'identity'],
  ['gzip', 'br', 'identity'],
  ['br', 'identity', 'gzip'],
] as const)('an answer is the same text in every coding, asked for as %s, %s, %s', (...asked) => {
  const html = '<p>Crème brûlée ₹</p>'.repeat(99)
  const answer = new StoredAnswer({ status: 200, html, isWhole: true, tags: new Set() })

  const texts = asked.map(coding => decode[coding](answer.body(coding)).toString())

  expect(new Set(texts)).toEqual(new Set([html]))
})

const decode = { identity: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync }
