import { isSpecPage, type ListQuery, SPEC_PAGES, type StaffPage } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { notFound } from '../platform/http/errors.ts'
import { DEFAULT_TEXTS } from './default-texts.ts'

export const SPEC_SLUGS = Object.keys(SPEC_PAGES) as (keyof typeof SPEC_PAGES)[]

const specPage = (slug: keyof typeof SPEC_PAGES): StaffPage => ({
  ...{ _id: SPEC_PAGES[slug], slug, seoTitle: '', isPublished: true, version: 0, updatedAt: null },
  ...DEFAULT_TEXTS[slug],
})

/** SPEC's pages come first, then the owner's by their titles. */
export async function listAll(db: Database): Promise<StaffPage[]> {
  const rows = await pages(db).orderBy(sql`lower(title)`).orderBy('id').execute()
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
  return { rows: found.slice((page - 1) * size, page * size), total: found.length }
}

export async function findMovedPage(db: Database, slug: string): Promise<string | undefined> {
  const moved = db.selectFrom('moved_pages').innerJoin('pages', 'pages.id', 'page_id').where('is_published', '=', true)
  const row = await moved.select('pages.slug').where('moved_pages.slug', '=', slug).executeTakeFirst()
  return row?.slug
}

export const noSuchPage = () => notFound('Page not found.')

const pages = (db: Database) =>
  db
    .selectFrom('pages')
    .select(['id as _id', 'slug', 'title', 'body', 'version', 'is_published as isPublished'])
    .select(['seo_title as seoTitle', 'seo_description as seoDescription', isoTime('updated_at').as('updatedAt')])

export function findPage(db: Database, key: { id: string } | { slug: string }): Promise<StaffPage | undefined> {
  const found = 'id' in key ? pages(db).where('id', '=', key.id) : pages(db).where('slug', '=', key.slug)
  return found.executeTakeFirst()
}
