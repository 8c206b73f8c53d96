import { isSpecPage, type ListQuery, SPEC_PAGES, type StaffPage, type StaffPageRow } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { DEFAULT_TEXTS } from './default-texts.ts'

export const SPEC_SLUGS = Object.keys(SPEC_PAGES) as (keyof typeof SPEC_PAGES)[]

const specPage = (slug: keyof typeof SPEC_PAGES): StaffPage => ({
  ...{ _id: SPEC_PAGES[slug], slug, seoTitle: '', isPublished: true, version: 0, updatedAt: null },
  ...DEFAULT_TEXTS[slug],
})

/** SPEC's pages come first, then the owner's by their titles. */
export async function listAll(db: Database): Promise<StaffPage[]> {
  const rows = await listPages(db)
  return [
    ...SPEC_SLUGS.map(slug => rows.find(({ _id }) => _id === SPEC_PAGES[slug]) ?? specPage(slug)),
    ...rows.filter(({ slug }) => !isSpecPage(slug)),
  ]
}

/** A draft looks like a missing page. */
export async function findPublished(db: Database, slug: string): Promise<StaffPage> {
  const page = (await findPage(db, { slug })) ?? (isSpecPage(slug) ? specPage(slug) : undefined)
  if (!page?.isPublished) throw noSuchPage()
  return page
}

export async function findForStaff(db: Database, id: string): Promise<StaffPage> {
  const slug = SPEC_SLUGS.find(slug => SPEC_PAGES[slug] === id)
  const page = (await findPage(db, { id })) ?? (slug && specPage(slug))
  if (!page) throw noSuchPage()
  return page
}

export async function listForStaff(db: Database, { page, size, keyword }: ListQuery) {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (await listAll(db)).filter(({ title, slug, body }) => {
    const text = `${title} ${slug} ${body}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  return { rows: found.slice((page - 1) * size, page * size).map(toRow), total: found.length }
}

const toRow = ({ _id, slug, title, isPublished, updatedAt }: StaffPage): StaffPageRow => ({
  ...{ _id, slug, title, isPublished, updatedAt },
})

export async function findMovedPage(db: Database, slug: string): Promise<string | undefined> {
  const moved = db.selectFrom('moved_pages').innerJoin('pages', 'pages.id', 'page_id').where('is_published', '=', true)
  const row = await moved.select('pages.slug').where('moved_pages.slug', '=', slug).executeTakeFirst()
  return row?.slug
}

export async function listSizes(db: Database, addresses: string[]) {
  const rows = await db
    .selectFrom('media')
    .select(['file', 'width', 'height'])
    .where('file', 'in', [...addresses.map(address => address.replace(/^\/media\//, '')), ''])
    .execute()
  return new Map(rows.map(({ file, width, height }) => [`/media/${file}`, { width, height }]))
}

export const noSuchPage = () => notFound('Page not found.')

async function listPages(db: Database): Promise<StaffPage[]> {
  const rows = await db.selectFrom('pages').selectAll().orderBy(sql`lower(title)`).orderBy('id').execute()
  return rows.map(toPage)
}

export async function findPage(db: Database, key: { id: string } | { slug: string }): Promise<StaffPage | undefined> {
  const all = db.selectFrom('pages').selectAll()
  const row = await ('id' in key ? all.where('id', '=', key.id) : all.where('slug', '=', key.slug)).executeTakeFirst()
  return row && toPage(row)
}

function toPage({ id, slug, title, body, version, ...row }: RowOf<'pages'>): StaffPage {
  return {
    ...{ _id: id, slug, title, body, version },
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    isPublished: row.is_published,
    updatedAt: row.updated_at.toISOString(),
  }
}
