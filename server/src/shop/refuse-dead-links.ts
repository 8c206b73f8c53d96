import { areaStarts, findSetting, isSpecPage, type MenuEntry, paths } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { invalid } from '../platform/http/errors.ts'
import type { Values } from './settings.ts'

const PATHS = new Set<string>([
  ...Object.values(paths).filter(path => typeof path === 'string'),
  ...Object.values(areaStarts),
])

/** Links that stand as they were are not asked about again. */
export async function refuseDeadLinks(db: Database, before: Values, sent: Values): Promise<void> {
  const known = new Set(listLinks(before).map(([, link]) => link))
  const errors: Record<string, string> = {}
  for (const [field, link] of listLinks(sent)) {
    const fault = link?.startsWith('/') && !known.has(link) ? await faultOf(db, link) : undefined
    if (fault) errors[field] = fault
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function listLinks(values: Values): [field: string, link: string | null][] {
  return Object.entries(values).flatMap(([name, value]): [string, string | null][] => {
    const input = findSetting(name)?.type.input
    if (input === 'link') return [[name, value as string | null]]
    return input === 'menu' ? (value as MenuEntry[]).map(({ to }, index) => [`${name}.${index}.to`, to]) : []
  })
}

/** Undefined when shoppers find the page. */
async function faultOf(db: Database, link: string): Promise<string | undefined> {
  const path = pathOf(link)
  if (path !== undefined && PATHS.has(path)) return undefined
  const [, kind, slug, ...rest] = path?.split('/') ?? []
  const find = kind !== undefined && slug && rest.length === 0 ? FIND[kind] : undefined
  return find && slug ? find(db, slug) : `The shop has no page at ${path ?? link}.`
}

/** Undefined for a path that cannot be read. */
function pathOf(link: string): string | undefined {
  try {
    return decodeURIComponent(new URL(link, 'http://shop').pathname).replace(/(?<=.)\/$/, '')
  } catch {
    return undefined
  }
}

type Find = (db: Database, slug: string) => Promise<string | undefined>

const products = (db: Database) => db.selectFrom('products').select('is_active').where('deleted_at', 'is', null)

async function faultOfProduct(found: Pick<ReturnType<typeof products>, 'executeTakeFirst'>) {
  const product = await found.executeTakeFirst()
  if (!product) return 'There is no such product.'
  return product.is_active ? undefined : 'This product is inactive: shoppers do not find it.'
}

const FIND: Record<string, Find> = {
  product: (db, id) => faultOfProduct(products(db).where('products.id', '=', id)),
  products: (db, slug) =>
    faultOfProduct(
      products(db).innerJoin('product_slugs', 'product_id', 'products.id').where('product_slugs.slug', '=', slug),
    ),
  'product-category': async (db, slug) => {
    const category = await db
      .selectFrom('categories')
      .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
      .select(['categories.is_hidden', 'parent.is_hidden as isBelowHidden'])
      .where('categories.slug', '=', slug)
      .executeTakeFirst()
    if (category) return category.is_hidden || category.isBelowHidden ? hidden('category') : undefined
    const moved = await db.selectFrom('moved_categories').select('slug').where('slug', '=', slug).executeTakeFirst()
    return moved ? undefined : 'There is no such category.'
  },
  collections: async (db, slug) => {
    const found = db.selectFrom('collections').select('is_hidden').where('slug', '=', slug)
    const collection = await found.executeTakeFirst()
    if (!collection) return 'There is no such collection.'
    return collection.is_hidden ? hidden('collection') : undefined
  },
  pages: async (db, slug) => {
    if (isSpecPage(slug)) return undefined
    const page = await db.selectFrom('pages').select('is_published').where('slug', '=', slug).executeTakeFirst()
    if (page) return page.is_published ? undefined : 'This page is a draft: publish it first.'
    const moved = await db.selectFrom('moved_pages').select('slug').where('slug', '=', slug).executeTakeFirst()
    return moved ? undefined : 'There is no such page.'
  },
  // The library may hold what a link offers for reading.
  media: async (db, file) => {
    const found = await db.selectFrom('media').select('id').where('file', '=', file).executeTakeFirst()
    return found ? undefined : 'There is no such picture.'
  },
}

const hidden = (what: string) => `This ${what} is hidden: shoppers do not find it.`
