import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { EVERYTHING } from '../database/invalidation.ts'
import type { Env } from '../runtime/env.ts'

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

/** Compression runs in this thread, as another takes longer to reach. */
export class StoredAnswer {
  readonly status: number
  readonly isWhole: boolean
  readonly tags: ReadonlySet<string>
  readonly etag: string
  readonly type: string
  /** An upper estimate counts compressed forms, headers and tags, too. */
  readonly size: number
  readonly #bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }

  constructor({ status, html, isWhole, tags, type = 'text/html; charset=utf-8' }: Rendering) {
    const identity = Buffer.from(html)
    this.status = status
    this.isWhole = isWhole
    this.tags = tags
    this.type = type
    this.etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
    this.size = Math.ceil(1.5 * identity.length) + OVERHEAD_BYTES
    this.#bodies = { identity }
  }

  body(encoding: Encoding): Buffer {
    this.#bodies[encoding] ??= compressed(this.#bodies.identity, encoding)
    return this.#bodies[encoding]
  }
}

const OVERHEAD_BYTES = 4000

/** A copy, because the compressors answer a slice of 16 kB, which would stay in memory. */
const compressed = (text: Buffer, encoding: Encoding) =>
  Buffer.from(encoding === 'br' ? brotliCompressSync(text, { params: brotliParams(text) }) : gzipSync(text))

interface Keepable {
  status: number
  isWhole: boolean
  tags: ReadonlySet<string>
  size: number
}

interface UnderWay<Answer> {
  key: string
  answer: Promise<Answer>
  changed: Set<string>
}

type Enter = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The least recently used go first; only complete answers with status 200 are kept. */
export class AnswerCache<Answer extends Keepable = StoredAnswer> {
  readonly #kept: LRUCache<string, Answer>
  /** One answer may be made several times, separated by a change. */
  readonly #underWay = new Set<UnderWay<Answer>>()
  readonly #enter: Enter

  constructor({ maxSize, enter = work => work() }: { maxSize: number; enter?: Enter }) {
    this.#enter = enter
    this.#kept = new LRUCache<string, Answer>({ maxSize, sizeCalculation: ({ size }) => size })
  }

  get(key: string): Answer | undefined {
    return this.#kept.get(key)
  }

  async render(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept) return kept
    // The tags of what is being made are unknown, so any change since its start may make it stale for this request.
    const underWay = [...this.#underWay].find(one => one.key === key && one.changed.size === 0)
    return (underWay ?? this.#begin(key, make)).answer
  }

  #begin(key: string, make: () => Promise<Answer>): UnderWay<Answer> {
    const changed = new Set<string>()
    const answer = this.#enter(async () => {
      // What changed while it waited for its turn is rendered as it is now.
      changed.clear()
      return make()
    })
      .then(made => {
        if (made.isWhole && made.status === 200 && !shows(made, changed)) this.#kept.set(key, made)
        return made
      })
      .finally(() => this.#underWay.delete(underWay))
    const underWay = { key, answer, changed }
    this.#underWay.add(underWay)
    return underWay
  }

  /** '*' means all. What is being made is not kept. */
  drop(tags: readonly string[]): void {
    const changed = new Set(tags)
    for (const underWay of this.#underWay) for (const tag of tags) underWay.changed.add(tag)
    for (const [key, answer] of this.#kept.entries()) {
      if (shows(answer, changed)) this.#kept.delete(key)
    }
  }
}

const shows = ({ tags }: Keepable, changed: ReadonlySet<string>): boolean =>
  changed.has(EVERYTHING) || [...changed].some(tag => tags.has(tag))

/** Proxies refuse answers whose head is longer than 4 kB, all headers together. */
const LONGEST = 1000

/** Too many tags become `catalog`, which changes with any product. */
export function cacheTagHeader(tags: Iterable<string>, { cdn }: Pick<Env, 'cdn'>): Record<string, string> {
  if (cdn === undefined) return {}
  const all = [...tags].join(' ')
  return { 'cache-tag': all.length > LONGEST ? 'catalog' : all }
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** Brotli where the client accepts it, else gzip, else the text itself. */
export function bestEncoding(accepted: string | string[] = ''): Encoding {
  const codings = String(accepted)
    .toLowerCase()
    .split(',')
    .map(part => part.split(';').map(text => text.trim()))
  const accepts = (name: Encoding) =>
    codings.some(([coding, weight = 'q=1']) => coding === name && Number(weight.replace('q=', '')) > 0)
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}

export function isUnchanged(wanted: string | undefined, etag: string): boolean {
  if (wanted === undefined) return false
  return wanted.trim() === '*' || wanted.split(',').some(tag => withoutWeakness(tag) === withoutWeakness(etag))
}

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')
