import { connect } from '../server/src/database/database.ts'

interface Listed {
  _id: string
  stock: number
  rating: { count: number }
}

/** The kinds of product that look different, by what is special about them. One loses its pictures for it. */
export async function productPaths(shop: { url: string; databaseUrl: string }): Promise<Record<string, string>> {
  const answer = await fetch(`${shop.url}api/products?size=100`)
  const { data } = (await answer.json()) as { data: Listed[] }
  const path = (fits: (product: Listed) => boolean) => {
    const product = data.find(fits)
    if (!product) throw new Error('The demo catalogue lacks a kind of product that is to be looked at.')
    return `/product/${product._id}`
  }
  const bare = data.at(-1)?._id ?? ''
  await withoutPictures(shop.databaseUrl, bare)
  return {
    rated: path(({ stock, rating }) => stock > 10 && rating.count > 0),
    unrated: path(({ rating }) => rating.count === 0),
    soldOut: path(({ stock }) => stock === 0),
    bare: `/product/${bare}`,
  }
}

async function withoutPictures(databaseUrl: string, productId: string) {
  const { db, close } = connect(databaseUrl, { poolSize: 1 })
  await db.updateTable('products').set({ thumbnail_id: null }).where('id', '=', productId).execute()
  await db.deleteFrom('product_gallery').where('product_id', '=', productId).execute()
  await close()
}

/** Waits until the background has made what pages will show from then on. */
export async function untilPicturesAreMade(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { poolSize: 1 })
  const waiting = () => db.selectFrom('media').select('id').where('avif_at', 'is', null).limit(1).executeTakeFirst()
  while (await waiting()) await new Promise(resolve => setTimeout(resolve, 1000))
  await close()
}
