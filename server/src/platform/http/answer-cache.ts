import { hash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { ProductFilters } from '@mela/contract'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { EVERYTHING, type Tag } from '../database/invalidation.ts'
import type { Env } from '../runtime/env.ts'
import { OWN_ADDRESS } from './network-address.ts'

/** `tags` name the changes that make a rendering stale. */
export interface Rendering {
  status: number
  html: string
  /** A page is sent, but not kept, when a part could not be loaded. */
  isWhole: boolean
  tags: ReadonlySet<string>
  type?: string
}

/** Higher qualities cost more time than they save in transfer, and so does a window wider than the text (ADR 0003). */
const brotliParams = ({ length }: Buffer) => ({
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: Math.max(16, Math.min(18, Math.ceil(Math.log2(length)))),
})

/** Compression runs in this thread, as another takes longer to reach; the text is dropped after it. */
export class StoredAnswer {
  readonly status: number
  readonly isWhole: boolean
  readonly tags: ReadonlySet<string>
  readonly etag: string
  readonly type: string
  /** An upper estimate counts compressed forms, headers and tags, too. */
  readonly size: number
  #bodies: Partial<Record<Encoding, Buffer | undefined>>

  constructor({ status, html, isWhole, tags, type = 'text/html; charset=utf-8' }: Rendering) {
    // The text gets memory of its own: a slice of Node's shared buffer would keep the whole buffer in memory.
    const identity = Buffer.allocUnsafeSlow(Buffer.byteLength(html))
    identity.write(html)
    this.status = status
    this.isWhole = isWhole
    this.tags = tags
    this.type = type
    this.etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
    this.size = Math.ceil(1.5 * identity.length) + OVERHEAD_BYTES
    this.#bodies = { identity }
  }

  body(encoding: Encoding): Buffer {
    const bodies = this.#bodies
    const known = bodies[encoding]
    if (known) return known
    if (encoding === 'identity') {
      bodies.identity = copyOf(this.#text())
      return bodies.identity
    }
    const text = this.#text()
    const coded = copyOf(encoding === 'br' ? brotliCompressSync(text, { params: brotliParams(text) }) : gzipSync(text))
    this.#bodies = { ...bodies, [encoding]: coded, identity: undefined }
    return coded
  }

  #text(): Buffer {
    const { identity, br, gzip } = this.#bodies
    return identity ?? (br ? brotliDecompressSync(br) : gunzipSync(gzip ?? ''))
  }
}

const OVERHEAD_BYTES = 4000

/** Copies compressed bytes out of their 16 kB buffer, which a slice would keep in memory. */
function copyOf(part: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(part.length)
  part.copy(copy)
  return copy
}

interface UnderWay {
  page: Promise<StoredAnswer>
  changed: Set<string>
  /** Others stop waiting for a rendering that may never end. */
  overdueAt: number
}

const OVERDUE_MS = 10_000

type Enter = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The least recently used go first; only complete pages with status 200 are kept. */
export class AnswerCache {
  readonly #pages: LRUCache<string, StoredAnswer>
  readonly #underWay = new Map<string, UnderWay>()
  /** One page may have several renderings, separated by a change. */
  readonly #begun = new Set<Set<string>>()
  readonly #enter: Enter

  constructor({ maxBytes, enter = work => work() }: { maxBytes: number; enter?: Enter }) {
    this.#enter = enter
    this.#pages = new LRUCache<string, StoredAnswer>({
      maxSize: maxBytes,
      sizeCalculation: ({ size }) => size,
    })
  }

  get(key: string): StoredAnswer | undefined {
    return this.#pages.get(key)
  }

  async render(key: string, render: () => Promise<Rendering>): Promise<StoredAnswer> {
    const kept = this.#pages.get(key)
    if (kept) return kept
    const underWay = this.#underWay.get(key)
    // A running rendering's tags are unknown, so any change since its start may make it stale for this request.
    if (underWay?.changed.size === 0 && Date.now() < underWay.overdueAt) return underWay.page
    return this.#begin(key, render)
  }

  #begin(key: string, render: () => Promise<Rendering>): Promise<StoredAnswer> {
    const changed = new Set<string>()
    const rendering = this.#enter(() => {
      this.#begun.add(changed)
      return render().then(rendering => new StoredAnswer(rendering))
    })
    const keep = (page: StoredAnswer) => {
      if (page.isWhole && page.status === 200 && !shows(page, changed)) this.#pages.set(key, page)
      return page
    }
    const overdueAt = Date.now() + OVERDUE_MS
    const underWay: UnderWay = {
      changed,
      overdueAt,
      page: rendering.then(keep).finally(() => this.#end(key, underWay)),
    }
    this.#underWay.set(key, underWay)
    return underWay.page
  }

  #end(key: string, underWay: UnderWay) {
    this.#begun.delete(underWay.changed)
    if (this.#underWay.get(key) === underWay) this.#underWay.delete(key)
  }

  /** '*' means all. Pages being rendered are not kept. */
  drop(tags: readonly string[]): void {
    const changed = new Set(tags)
    for (const meanwhile of this.#begun) for (const tag of tags) meanwhile.add(tag)
    for (const [key, page] of this.#pages.entries()) {
      if (shows(page, changed)) this.#pages.delete(key)
    }
  }
}

function shows(page: StoredAnswer, changed: ReadonlySet<string>): boolean {
  if (changed.has(EVERYTHING)) return true
  for (const tag of changed) if (page.tags.has(tag)) return true
  return false
}

/** Proxies refuse answers whose head is longer than 4 kB, all headers together. */
const LONGEST = 1000

/** Too many tags become `catalog`, which changes with any product. */
export function cacheTagHeader(tags: Iterable<string>, { cdn }: Pick<Env, 'cdn'>): Record<string, string> {
  if (cdn === undefined) return {}
  const all = [...tags].join(' ')
  return { 'cache-tag': all.length > LONGEST ? 'catalog' : all }
}

/** The shop's own pages are dropped by their tags, so they get all of them. */
export function tagged(reply: FastifyReply, tags: Iterable<string>): void {
  const isOwn = reply.request.socket.remoteAddress === OWN_ADDRESS
  reply.headers(isOwn ? { 'cache-tag': [...tags].join(' ') } : cacheTagHeader(tags, reply.server.env))
}

export function listTags(products: { _id: string }[], { rating, sort }: Partial<ProductFilters> = {}): Tag[] {
  const depends: Tag[] = rating !== undefined || sort === 'rating' ? ['catalog', 'ratings'] : ['catalog']
  return [...depends, ...products.flatMap(({ _id }) => [`product:${_id}` as const, `rating:${_id}` as const])]
}

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A client that does not name identity accepts it, where it accepts nothing better (RFC 9110 §12.5.3). */
const UNNAMED: Record<Encoding, number> = { br: 0, gzip: 0, identity: 0.0001 }

/** When all codings are refused the text itself is sent. */
export function bestEncoding(accepted: string | string[] = ''): Encoding {
  const weights = readWeights(String(accepted).toLowerCase())
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? UNNAMED[encoding]
  const best = ENCODINGS.reduce((best, next) => (weightOf(next) > weightOf(best) ? next : best))
  return weightOf(best) > 0 ? best : 'identity'
}

/** It uses no regular expression, because a client can send a header of 16 kB. */
function readWeights(accepted: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = parameters.find(text => text.startsWith('q='))
    weights.set(coding, weight === undefined ? 1 : Number.parseFloat(weight.slice(2)) || 0)
  }
  return weights
}

export function isUnchanged(wanted: string | undefined, etag: string): boolean {
  if (wanted === undefined) return false
  return wanted.trim() === '*' || wanted.split(',').some(tag => withoutWeakness(tag) === withoutWeakness(etag))
}

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')
