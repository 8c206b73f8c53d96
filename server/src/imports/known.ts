import type { Names } from '../catalog-admin/change-summary.ts'
import type { FullProduct } from '../products/products.repository.ts'

/** The references in a file's rows. */
export interface Known {
  products: Map<string, FullProduct>
  /** Ids by handle. */
  handles: Map<string, string>
  /** Staff's changes of each product's stock since its row was exported, and of each variant's. */
  edits: Map<string, number>
  variantEdits: Map<string, number>
  /** Products by lower-cased SKU. */
  skus: Map<string, { product: string; name: string }>
  /** Ids by slug, and by lower-cased name. */
  categories: Map<string, string>
  /** Ids by lower-cased picture name, and by id. */
  media: Map<string, string[]>
  names: Names
}
