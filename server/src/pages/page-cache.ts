import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** A page as it goes out: compressed once, with what it depends on. */
export interface Page {
  status: number
  isWhole: boolean
  etag: string
  tags: ReadonlySet<string>
  bodies: Record<Encoding, Buffer>
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** What rendering hands over; `tags` name the changes that make the page old. */
export interface Rendering {
  status: number
  html: string
  /** False when a part of it could not be loaded: such a page is shown, but not kept. */
  isWhole: boolean
  tags: ReadonlySet<string>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Beyond this the last decimals of size cost more time than they save on the wire. */
const BROTLI_QUALITY = 6

/** Compresses a page and gives it its ETag; the same text gets the same tag on every instance. */
export async function pack({ status, html, isWhole, tags }: Rendering): Promise<Page> {
  const identity = Buffer.from(html)
  const [br, gzip] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    zip(identity),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { status, isWhole, etag, tags, bodies: { br, gzip, identity } }
}

/**
 * Whole pages in memory, least recently used first out. A page is rendered once however many ask for it at a time, and
 * dropped when something it shows changes. Only what was found (200) and is whole stays.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Page>
  readonly #underWay = new Map<string, Promise<Page>>()

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#pages = new LRUCache<string, Page>({
      maxSize: maxBytes,
      sizeCalculation: ({ bodies }) => bodies.br.length + bodies.gzip.length + bodies.identity.length + 500,
    })
  }

  get(key: string): Page | undefined {
    return this.#pages.get(key)
  }

  /** The page under `key`, rendered now when nobody has it. */
  async render(key: string, render: () => Promise<Rendering>): Promise<Page> {
    const known = this.#pages.get(key) ?? this.#underWay.get(key)
    if (known) return known

    const rendering = render().then(pack)
    this.#underWay.set(key, rendering)
    try {
      const page = await rendering
      // Gone from the map means that something changed meanwhile: this page may already be old.
      const isFresh = this.#underWay.get(key) === rendering
      if (isFresh && page.isWhole && page.status === 200) this.#pages.set(key, page)
      return page
    } finally {
      if (this.#underWay.get(key) === rendering) this.#underWay.delete(key)
    }
  }

  /** Forgets every page that shows something tagged so; '*' means all. Pages under way are not kept either. */
  drop(tags: readonly string[]): void {
    this.#underWay.clear()
    const isOld = (page: Page) => tags.some(tag => tag === '*' || page.tags.has(tag))
    for (const [key, page] of this.#pages.entries()) {
      if (isOld(page)) this.#pages.delete(key)
    }
  }
}
