import { CATEGORY_STALE_MS } from '@mela/contract'
import { dataQuery } from '../../../lib/query-keys.ts'

export const staffCategoriesQuery = () => ({ ...dataQuery('GET /categories/staff'), staleTime: CATEGORY_STALE_MS })

export const staffCollectionsQuery = () => dataQuery('GET /collections')

/** Categories or collections for a select. */
export const optionsOf = (groups: readonly { _id: string; name: string }[]) =>
  groups.map(({ _id, name }) => ({ value: _id, label: name }))
